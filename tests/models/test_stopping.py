"""Stopping: within a second in every state, with nothing left behind."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.models.asked import GOOD, QUICK, Noted, of, read, requests, run, sdk
from tests.models.serving import Served
from tests.waiting import LONG, Stopwatch
from workbench.errors import Interrupted, StoreError
from workbench.models.batch import (
    Answered,
    Asked,
    BatchRequest,
    Event,
    Failed,
    Stopped,
    Waiting,
    run_batch,
)
from workbench.models.retry import Patience

pytestmark = [pytest.mark.loopback, pytest.mark.usefixtures("tidy")]
Start = Callable[..., Served]


@pytest.fixture(autouse=True, scope="module")
def _imported() -> None:
    """The SDK takes most of a second to import, once for each process."""
    import anthropic

    assert anthropic


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    yield
    left = [t.name for t in threading.enumerate() if t.name == "ctxbench-agents"]
    assert not left


class Stop:
    """A stop key, pressed when the first event of a kind came, or by hand."""

    def __init__(self, after: type[Event] | None = None, count: int = 1) -> None:
        self.after, self.count = after, count
        self.clock: Stopwatch | None = None

    def watch(self, event: Event) -> None:
        if self.after is not None and isinstance(event, self.after):
            self.count -= 1
            if not self.count:
                self.press()

    def press(self) -> None:
        self.clock = self.clock or Stopwatch()

    def __call__(self) -> bool:
        return self.clock is not None

    def took(self) -> float:
        assert self.clock is not None
        return self.clock.stop()


def stopped(result: Any, stop: Stop, events: list[Event]) -> None:
    assert stop.took() < 1.0
    assert isinstance(result.stopped, Interrupted)
    assert [event.why for event in of(Stopped, events)] == ["Stopped by you."]


def when_received(served: Served, count: int, stop: Stop) -> Callable[[], bool]:
    """Presses the key when the server has `count` requests in hand."""

    def cancel() -> bool:
        if len(served.received()) >= count:
            stop.press()
        return stop()

    return cancel


@pytest.mark.slow
def test_while_the_server_says_nothing(server: Start) -> None:
    served, stop = server(rules=[{"do": "stall"}]), Stop()
    events, result = run(
        sdk(served.url), requests(8), cancel=when_received(served, 6, stop), warm_first=False
    )
    stopped(result, stop, events)
    assert result.under_way == 6 and not result.answers
    # The sockets are closed: the server sees that everybody has hung up.
    rows = served.wait(lambda rows: all(row.end is not None for row in rows))
    assert len(rows) == 6 and all(row.gone for row in rows)


@pytest.mark.slow
def test_in_the_middle_of_a_stream(server: Start) -> None:
    served, stop = server(answer=GOOD, rules=[{"do": "stall-inside"}]), Stop()
    events, result = run(sdk(served.url), requests(2), cancel=when_received(served, 1, stop))
    stopped(result, stop, events)
    served.wait(lambda rows: rows[0].gone)


def test_while_waiting_for_the_next_try(server: Start) -> None:
    served, stop = server(rules=[{"status": 529}]), Stop(Waiting)
    events, result = run(
        sdk(served.url), requests(3), cancel=stop, watch=stop.watch, patience=Patience(first=30)
    )
    stopped(result, stop, events)
    assert len(served.received()) == 1


@pytest.mark.slow
def test_while_the_server_has_asked_everybody_to_wait(server: Start) -> None:
    wait = {"match": "part 2", "status": 429, "headers": {"retry-after": "100"}}
    served, stop = server(answer=GOOD, rules=[wait]), Stop(Waiting)
    events, result = run(
        sdk(served.url), requests(5), cancel=stop, watch=stop.watch, side_by_side=1
    )
    stopped(result, stop, events)
    assert result.answers == {"score 1": 7}
    assert [event.seconds for event in of(Waiting, events)] == [100.0]


def test_while_the_connection_is_being_made() -> None:
    """A socket whose queue is full answers no knock."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        knocking = [socket.socket() for _ in range(4)]
        for one in knocking:
            one.setblocking(False)
            one.connect_ex(listening.getsockname())
        stop = Stop(Asked)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        events, result = run(sdk(url), requests(2), cancel=stop, watch=stop.watch)
        for one in knocking:
            one.close()
    stopped(result, stop, events)


@pytest.mark.slow
def test_in_the_middle_of_a_tls_handshake() -> None:
    """The SDK's network library leaves the socket open when it is cancelled there."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        accepted: list[socket.socket] = []
        stop = Stop()

        def cancel() -> bool:
            with suppress(BlockingIOError):
                accepted.append(listening.accept()[0])
            if accepted and accepted[0].recv(1, socket.MSG_PEEK):
                stop.press()
            return stop()

        url = f"https://127.0.0.1:{listening.getsockname()[1]}"
        events, result = run(sdk(url), requests(2), cancel=cancel)
        stopped(result, stop, events)
        accepted[0].settimeout(1)
        while accepted[0].recv(1000):  # the greeting, and then the end
            pass
        accepted[0].close()


@pytest.mark.slow
def test_while_a_name_is_being_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resolver that hangs cannot be interrupted: it is left behind, and nobody waits for it."""
    hangs, entered = threading.Event(), threading.Event()

    def lookup(*args: Any, **kwargs: Any) -> Any:
        entered.set()
        hangs.wait(LONG)
        raise socket.gaierror("gone")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    stop = Stop()

    def cancel() -> bool:
        if entered.is_set():
            stop.press()
        return stop()

    events, result = run(sdk("https://models.example"), requests(2), cancel=cancel)
    stopped(result, stop, events)
    hangs.set()


def test_while_the_sdk_is_being_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    imports, entered = threading.Event(), threading.Event()

    def slow() -> None:
        entered.set()
        imports.wait(LONG)

    monkeypatch.setattr("workbench.models.sdk._import", slow)
    stop = Stop()

    def cancel() -> bool:
        if entered.is_set():
            stop.press()
        return stop()

    events, result = run(sdk("http://127.0.0.1:9"), requests(2), cancel=cancel)
    stopped(result, stop, events)
    imports.set()


def test_finished_answers_are_kept(server: Start) -> None:
    served = server(answer=GOOD, rules=[{"match": "part 5", "do": "stall"}])
    stop = Stop(Answered, 4)
    events, result = run(
        sdk(served.url), requests(9), cancel=stop, watch=stop.watch, side_by_side=1
    )
    stopped(result, stop, events)
    assert list(result.answers) == ["score 1", "score 2", "score 3", "score 4"]


@pytest.mark.slow
def test_a_generator_that_is_closed_takes_everything_with_it(server: Start) -> None:
    served = server(rules=[{"do": "stall"}])
    steps = run_batch(
        sdk(served.url), BatchRequest(requests=requests(3), read=read), journal=Noted()
    )
    next(steps)
    served.wait(lambda rows: len(rows) == 1)
    clock = Stopwatch()
    steps.close()
    assert clock.stop() < 1.0
    served.wait(lambda rows: rows[0].gone)


@pytest.mark.slow
def test_a_batch_that_ends_by_itself_leaves_nothing(server: Start) -> None:
    """Six first requests at once share one client and its connections."""
    served = server(answer=GOOD)
    _, result = run(sdk(served.url), requests(12), warm_first=False)
    assert len(result.answers) == 12


@pytest.mark.slow
def test_a_generator_that_is_never_started_sends_nothing(server: Start) -> None:
    served = server(answer=GOOD)
    run_batch(
        sdk(served.url), BatchRequest(requests=requests(3), read=read), journal=Noted()
    ).close()
    _, empty = run(sdk(served.url), [])
    assert served.received() == [] and empty.calls == 0


def test_when_it_cannot_be_written_down_nothing_is_sent(server: Start) -> None:
    served = server(answer=GOOD)
    full = StoreError("The disk is full.")
    events, result = run(sdk(served.url), requests(3), journal=Noted(fails=full))
    assert served.received() == [] and result.stopped is full
    assert [event.id for event in of(Failed, events)] == ["score 1"]


@pytest.mark.slow
def test_two_requests_of_one_name_are_a_fault_of_our_own() -> None:
    with pytest.raises(ValueError, match="the same id"):
        run(sdk("http://127.0.0.1:9"), requests(1) * 2)


@pytest.mark.slow
def test_a_fault_of_our_own_is_not_hidden(server: Start) -> None:
    served = server(answer=GOOD)

    def wrong(*_: Any) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        batch = BatchRequest(requests=requests(3), read=wrong, patience=QUICK)
        list(run_batch(sdk(served.url), batch, journal=Noted()))
