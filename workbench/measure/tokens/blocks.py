"""From lines to blocks that can be counted apart, and from the cost of a block to its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.measure.tokens.types import Tokenizer, whole_tokens
from workbench.prompt.lines import split_lines

_SPREAD = 64


def block_edges(tokenizer: Tokenizer, lines: Sequence[str], previous: str = "") -> list[int]:
    """Indexes at which blocks start, and `len(lines)`: `[0, ..., len(lines)]`."""
    edges = [0]
    before = lines[0] if lines else previous
    for index in range(1, len(lines)):
        line = lines[index]
        if tokenizer.cut_before(line, before):
            edges.append(index)
        before = line
    if lines:
        edges.append(len(lines))
    return edges


def costs_by_block(
    tokenizer: Tokenizer, lines: Sequence[str], first: bool, last: bool
) -> Iterator[list[int]]:
    """Costs of the lines, one list per block; `first` and `last` say which ends are ends of text.

    The costs of a block add up to the cost of the block. Inside a block, lines get what they cost
    alone as far as it goes, which is exact up to the blank lines that the block ends with.
    """
    edges = block_edges(tokenizer, lines)
    final = len(edges) - 2
    for number in range(len(edges) - 1):
        block = lines[edges[number] : edges[number + 1]]
        text = block[0] if len(block) == 1 else "".join(block)
        cost = tokenizer.block_cost(text, first and number == 0, last and number == final)
        yield [cost] if len(block) == 1 else _spread(tokenizer, block, cost)


def _spread(tokenizer: Tokenizer, block: Sequence[str], cost: int) -> list[int]:
    if len(block) > _SPREAD:  # such blocks are runs of blank lines: by length is fair and fast
        return _by_length(block, cost)
    costs = []
    left = cost
    for line in block[:-1]:
        alone = min(left, tokenizer.block_cost(line, False, False))
        costs.append(alone)
        left -= alone
    return [*costs, left]


def _by_length(block: Sequence[str], cost: int) -> list[int]:
    length = sum(map(len, block))
    costs = []
    position = spent = 0
    for line in block:
        position += len(line)
        upto = cost * position // length
        costs.append(upto - spent)
        spent = upto
    return costs


def cost_of_blocks(tokenizer: Tokenizer, text: str) -> int:
    """Tokens of a text as the sum of its blocks; equal to `LineCounter(...).total`."""
    lines = split_lines(text)
    cost = sum(sum(costs) for costs in costs_by_block(tokenizer, lines, True, True))
    return whole_tokens(cost, tokenizer.unit)


def line_costs(tokenizer: Tokenizer, lines: Sequence[str]) -> list[int]:
    """Tokens of each line (with endings, as of `split_lines`); they add up to the whole count."""
    unit = tokenizer.unit
    found = [c for costs in costs_by_block(tokenizer, lines, True, True) for c in costs]
    return found if unit == 1 else to_tokens(found, unit)


def to_tokens(costs: Sequence[int], unit: int) -> list[int]:
    """Costs in `1 / unit` tokens as tokens that add up to the rounded whole."""
    tokens = []
    total = spent = 0
    for cost in costs:
        total += cost
        upto = whole_tokens(total, unit)
        tokens.append(upto - spent)
        spent = upto
    return tokens
