"""The price that is shown is the price of what is sent (the long form: benchmarks/estimate.py)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.models.serving import Served
from workbench.measure.tokens.vocabulary import load_encoding
from workbench.resources import sample_prompts

pytestmark = pytest.mark.loopback
MODEL = "gpt-4o"  # its tokens can be counted exactly everywhere


def check(run: Run, served: Served, paths: list[Path]) -> None:
    encoding = load_encoding("o200k_base")
    for path in paths:
        before = len(served.received())
        asked = ["score", str(path), "--base-url", served.url, "--judge-model", MODEL, "--json"]
        record = run(*asked, "--yes", "--allow-secrets", "--task", "review changes").record
        bodies = [row.body for row in served.received()[before:]]
        assert len(bodies) == record["estimate"]["expected"]["calls"] == record["requests"] > 0
        sent = 0
        for body in bodies:
            blocks = [*body["system"], *(b for m in body["messages"] for b in m["content"])]
            texts = [block["text"] for block in blocks]
            texts.append(json.dumps(body["output_config"]["format"]["schema"]))
            sent += sum(len(encoding.encode_ordinary(text)) for text in texts)
        planned = record["estimate"]["expected"]
        read = planned["input"] + planned["cache_write"] + planned["cache_read"]
        assert read == pytest.approx(sent, rel=0.15), path.name


@pytest.mark.slow
def test_the_estimate_of_the_samples_fits_what_was_sent(
    run: Run, judge: Callable[..., Served], tmp_path: Path
) -> None:
    found = [path for path in sorted(sample_prompts().rglob("*.md")) if path.name[0] != "R"]
    check(run, judge(), [path for path in found if path.name != "glossary.md"])


@pytest.mark.slow
def test_the_estimate_of_ten_real_prompts_fits_what_was_sent(
    run: Run, judge: Callable[..., Served], corpus: list[Path]
) -> None:
    prompts = [path for path in corpus if path.suffix in (".md", ".mdc", ".mdx", ".toml")]
    fitting = [path for path in prompts if 1_000 < path.stat().st_size < 20_000]
    check(run, judge(), fitting[:: max(1, len(fitting) // 10)][:10])
