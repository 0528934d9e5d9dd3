"""What a batch of questions will cost, before any is sent: low, expected and worst.

How it is reckoned, in words that the result shows too (`Estimate.formula`):

- Tokens of a request: system, prefix, question and answer schema, counted by the model's counter,
  and the frame of one message. `system` and `prefix` are the same in all requests of a batch.
- Where the runner caches and the shared start reaches the model's least length, the first request
  writes it to the cache and the others read it. Where that least length is not known, only `low`
  reckons with it.
- `worst`: nothing is read from a cache, every answer is as long as it may be, and every question is
  asked twice (an answer that cannot be used is asked for once more). Calls that the provider
  turns away because it is busy cost nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.measure.amounts import Amount, Estimate, Step, total_of, usd_words
from workbench.measure.answer_json import schema_in_words, sendable
from workbench.measure.prices import Tariff
from workbench.measure.request import Request, Usage
from workbench.measure.tokens.types import Tokenizer

#: How often a question is asked at most: an answer that cannot be used is asked for once more.
ATTEMPTS = 2


@dataclass(frozen=True, slots=True)
class Learned:
    """How long the answers of this model were in earlier runs: mean tokens of `answers` ones."""

    answers: int
    mean: float


@dataclass(frozen=True)
class Meter:
    """Counts and prices the requests of one model: before they are sent, and after.

    `caches`: whether the runner marks the shared start for the provider's cache; None where it
    does and nobody knows what the server makes of it. `schema`: how it sends the schema of an
    answer: as a `format`, in `words` behind the question, or `both`. `written`: a text as it is
    really sent.
    """

    tariff: Tariff
    payment: str
    tokenizer: Tokenizer
    caches: bool | None = True
    learned: Learned | None = None
    schema: str = "format"
    written: Callable[[str], str] = str
    _counts: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def priced(self) -> bool:
        """Whether a sum of money can be said before a run."""
        return self.payment == "price" and self.tariff.known

    def tokens(self, request: Request) -> tuple[int, int]:
        """(shared start, rest) of a request, in tokens; their sum is what is read."""
        start = self._count(request.system) + self._count(request.prefix)
        rest = self._count(request.question) + self.tokenizer.frame_tokens
        if request.schema and self.schema in ("format", "both"):
            rest += self._count(json.dumps(sendable(request.schema), ensure_ascii=False))
        if request.schema and self.schema in ("words", "both"):
            rest += self._count(schema_in_words(request.schema))
        return start, rest

    def _count(self, text: str) -> int:
        if text not in self._counts:
            self._counts[text] = self.tokenizer.count(self.written(text)) if text else 0
        return self._counts[text]

    def low(self, request: Request, *, first: bool, alone: bool = False) -> Amount:
        """`alone`: no other request shares the start, so a cache would only cost."""
        may = self._may_cache(request)
        cached = may is True or (may is None and not alone)
        return self._amount(request, request.answer_tokens[0], first, cached=cached)

    def expected(self, request: Request, *, first: bool) -> Amount:
        return self._amount(
            request, self.answer_tokens(request), first, cached=self._may_cache(request) is True
        )

    def worst_call(self, request: Request) -> Amount:
        """One call at its dearest: written to the cache (which costs more than reading plainly)
        and read from none, with the longest answer."""
        write = self._may_cache(request) is not False
        return self._amount(request, request.max_tokens, True, cached=write)

    def worst(self, request: Request) -> float | None:
        """The most that one call can cost, in US dollars; None where no price is known."""
        return self.worst_call(request).usd

    def answer_tokens(self, request: Request) -> int:
        if self.learned is None:
            return request.answer_tokens[1]
        return max(1, min(round(self.learned.mean), request.max_tokens))

    def cost(self, usage: Usage) -> float | None:
        """What one answer cost in US dollars; None where there is no price or none is known."""
        return self.tariff.usd(usage) if self.payment == "price" else None

    def _may_cache(self, request: Request) -> bool | None:
        """Whether the shared start will be cached; None where nobody knows how long it must be."""
        least = self.tariff.min_cache
        if self.caches is False or (least is not None and self.tokens(request)[0] < least):
            return False
        return None if least is None or self.caches is None else True

    def _amount(self, request: Request, output: int, first: bool, *, cached: bool) -> Amount:
        start, rest = self.tokens(request)
        usage = Usage(
            input=rest if cached else start + rest,
            output=output,
            cache_write=start if cached and first else 0,
            cache_read=start if cached and not first else 0,
        )
        return Amount(
            1,
            usage.input or 0,
            usage.cache_write or 0,
            usage.cache_read or 0,
            output,
            self.cost(usage),
        )


def estimate(steps: Mapping[str, Sequence[Request]], meter: Meter) -> Estimate:
    """The cost of a run: `steps` are its steps in order, by name; empty ones are left out.

    The first request of the run writes the cache, in whichever step it stands; requests with
    another start than the one before begin anew.
    """
    found = []
    alone = sum(len(requests) for requests in steps.values()) == 1
    before: tuple[str, str] | None = None
    for name, requests in steps.items():
        low, expected, worst = Amount(), Amount(), Amount()
        for request in requests:
            first = (request.system, request.prefix) != before
            before = (request.system, request.prefix)
            low += meter.low(request, first=first, alone=alone)
            expected += meter.expected(request, first=first)
            worst += total_of([meter.worst_call(request)] * ATTEMPTS)
        if requests:
            found.append(Step(name, low, expected, worst))
    payment = meter.payment
    if payment == "price" and not meter.tariff.known:
        payment = "price unknown"
    made = Estimate(meter.tariff.model, payment, tuple(found), meter.tokenizer.info)
    requests = [request for group in steps.values() for request in group]
    known = payment == "price"
    return Estimate(
        made.model,
        payment,
        made.steps,
        made.counter,
        tuple(_formula(made, meter, requests)),
        meter.tariff.as_of if known else "",
        meter.tariff.source if known else "",
    )


def _formula(made: Estimate, meter: Meter, requests: Sequence[Request]) -> Iterable[str]:
    amount, prices = made.expected, meter.tariff
    if made.payment == "price":
        largest = max((sum(meter.tokens(request)) for request in requests), default=0)
        at = prices.at(largest)
        terms = [
            f"{count:,} {words} x {at[name]:g}" if name in at else f"{count:,} {words} x unknown"
            for count, words, name in (
                (amount.input, "in", "input"),
                (amount.cache_write, "cache write", "write_5m"),
                (amount.cache_read, "cache read", "read"),
                (amount.output, "out", "output"),
            )
            if count
        ]
        money = usd_words(amount.usd, made.payment)
        dated = f"of {prices.as_of}" if prices.as_of else "without a date"
        yield (
            f"expected = ({' + '.join(terms) or '0'}) / 1,000,000 = {money}"
            f" (prices {dated}, {prices.source})"
        )
        if prices.above is not None:
            yield f"a prompt above {prices.above[0]:,} tokens has the higher prices of the model"
    else:
        yield (
            f"expected = {amount.read:,} tokens in + {amount.output:,} out;"
            f" {usd_words(None, made.payment)}"
        )
        if made.payment == "subscription":
            yield "a command may read texts of its own as well; they are not counted here"
    yield from _cache_words(meter, requests)
    if meter.learned is not None:
        yield (
            f"answers: {meter.learned.mean:,.0f} tokens each, the mean of {meter.learned.answers:,}"
            " earlier answers of this model"
        )
    else:
        sizes = sorted({request.answer_tokens[1] for request in requests})
        words = " or ".join(f"{size:,}" for size in sizes) or "0"
        yield f"answers: {words} tokens each, assumed; no earlier run of this model is stored"
    yield (
        f"worst = nothing read from a cache, the longest answers, each question asked {ATTEMPTS}"
        " times"
    )


def _cache_words(meter: Meter, requests: Sequence[Request]) -> Iterable[str]:
    if len(requests) < 2:
        return
    if meter.caches is False:
        yield "cache: this runner has none, so the shared start is read anew each time"
        return
    start, least = meter.tokens(requests[0])[0], meter.tariff.min_cache
    if meter.caches is None:
        yield (
            "cache: whether this server hands it on is not known;"
            f" only low reckons with a cache of its {start:,} tokens"
        )
        return
    if least is None:
        yield (
            f"cache: how long a start of {meter.tariff.model} must be is not known;"
            f" only low reckons with a cache of its {start:,} tokens"
        )
    elif start < least:
        yield f"cache: the shared start of {start:,} tokens is shorter than the least of {least:,}"
    else:
        yield (
            f"cache: the first call writes the shared start of {start:,} tokens, the others read it"
        )
