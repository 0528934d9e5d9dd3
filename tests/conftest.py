"""Every test has its own home, no network and a time limit."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

#: How fast this machine is just now is not what a test is about: `benchmarks/` measures speed.
_PROFILE = "any machine"
settings.register_profile(
    _PROFILE,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile(_PROFILE)

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store, a configuration and a home of its own for each test; no variable leaks in."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("CTXBENCH_", "ANTHROPIC_")) and name != "CTXBENCH_SHARED":
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CTXBENCH_HOME", str(home / "ctxbench"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True)
def _no_network(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[list[object]]:
    """A socket to anywhere but this process fails the test that opens it.

    A test marked `loopback` may reach 127.0.0.1, where a server of its own is, and nothing else.
    """
    tried: list[object] = []
    inside = request.node.get_closest_marker("loopback") is not None

    def guarded(way: Any) -> Any:
        def reach(self: socket.socket, address: Any) -> Any:
            if inside and self.family == socket.AF_INET and address[0] == "127.0.0.1":
                return way(self, address)
            tried.append(address)
            raise OSError(f"a test tried to reach {address!r}")

        return reach

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, guarded(getattr(socket.socket, name)))
    yield tried
    assert not tried, f"network was used: {tried}"


@pytest.fixture(autouse=True)
def _schemas(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a verb prints as JSON in this process follows its schema, in every test."""
    from tests.schemas import observe
    from workbench.cli import output

    real, faults = output.as_line, list[str]()

    def checked(record: Mapping[str, Any]) -> str:
        faults.append(observe(record))
        return real(record)

    monkeypatch.setattr(output, "as_line", checked)
    yield
    # Told here, because the command line turns what is raised inside into an exit code.
    found = next(filter(None, faults), "")
    assert not found, found


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real prompts and cases; tests that need it skip where it is absent."""
    named = os.environ.get("CTXBENCH_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    if not (folder / "corpus").is_dir():
        pytest.skip(f"no prompt corpus at {folder} (set CTXBENCH_SHARED)")
    return folder


Spread = Callable[[Sequence[Path]], list[Path]]


@pytest.fixture(
    scope="session",
    params=[
        "a spread",
        pytest.param("another spread", marks=pytest.mark.slow),
        pytest.param("all files", marks=pytest.mark.long),
    ],
)
def spread(request: pytest.FixtureRequest) -> Spread:
    """`spread(files)`: one in eight of many real files (in the slow run others, the last of them
    included), or (in the long run) all of them.
    """
    if request.param == "a spread":
        return lambda files: list(files[4::8])
    if request.param == "another spread":
        return lambda files: list(files[::-8])[::-1]
    return list


@pytest.fixture(scope="session")
def corpus(shared: Path, spread: Spread) -> list[Path]:
    """Files of the corpus, smallest first."""
    files = [p for p in (shared / "corpus").iterdir() if p.name != "MANIFEST.tsv"]
    return spread(sorted(files, key=lambda p: (p.stat().st_size, p.name)))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`sampled(N)`: one in N cases of a test stays in the fast run, the others become slow.

    Which ones goes round from test to test, so that each size of a terminal, say, is met. A file
    may be sampled as a whole; the nearest mark counts.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for turn, group in enumerate(cases.values()):
        (every,) = group[0].get_closest_marker("sampled").args  # type: ignore[union-attr]
        kept = group[turn % min(every, len(group)) :: every]
        for item in group:
            if item not in kept:
                item.add_marker(pytest.mark.slow)
