"""The command line: start-up, exit codes and the outermost error boundary, and nothing else.

`main` is the one place where an error becomes words and an exit code: 0 fine; 1 findings or a
refused gate; 2 wrong usage or unreadable input; 3 a model or the network failed; 130 interrupted.
click is imported only when a verb needs it: `ctxbench --version` costs a bare Python, and the first
screen of `ctxbench open FILE` does not wait for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from workbench import __version__
from workbench.cli.streams import OutputFailed, ReaderGone, StandardStreams

ISSUES = "the issue tracker of ctxbench"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the return value is the exit code. Nothing is raised."""
    with StandardStreams():
        return _main(list(sys.argv[1:] if argv is None else argv))


def _main(args: list[str]) -> int:
    try:
        try:
            if args in (["--version"], ["-V"]):
                sys.stdout.write(f"ctxbench {__version__}\n")
                code = 0
            else:
                code = _run(args)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 2 if stop.code else 0
        sys.stdout.flush()
        return code
    except ReaderGone:
        return 0  # the reader has seen enough (`| head`): not an error, and nothing more to say
    except KeyboardInterrupt:
        _say("Interrupted. What was saved is kept; nothing else was written.")
        return 130
    except OutputFailed as failed:
        _report(*unwritten(failed.error))
        return 2


def unwritten(error: OSError) -> tuple[str, str]:
    """The words for an output that could not be written: the work itself is done."""
    return (
        f"The output could not be written ({error.strerror or error}).",
        "What was to be stored or written to a file is; only this report is missing.",
    )


def _run(args: list[str]) -> int:
    from workbench.errors import CtxbenchError

    # A locale without our glyphs gets escapes instead of a crash.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        if _opens_at_once(args):
            from workbench.tui.start import open_workbench

            open_workbench(args[1])
            return 0
        from workbench.cli.app import run

        return run(args)
    except CtxbenchError as error:
        _report(error.message, error.hint)
        return error.exit_code
    except (ReaderGone, OutputFailed):
        raise
    except Exception as error:  # the outermost boundary
        if os.environ.get("CTXBENCH_DEBUG"):
            raise
        if isinstance(error, OSError):
            name = f"{error.filename}: " if error.filename else ""
            _report(
                f"{name}{error.strerror or error}.",
                "Your file is unchanged unless a line above says so.",
            )
            return 2
        _report(
            f"ctxbench met a fault of its own ({type(error).__name__}: {error}).",
            "Your file is unchanged unless a line above says so. Run it again with "
            f"CTXBENCH_DEBUG=1 for the details and tell {ISSUES}.",
        )
        return 2


def _opens_at_once(args: list[str]) -> bool:
    """Whether this is `open PATH` on a terminal, without an option: the one start that people
    wait for, so it does without click. The verb `open` does the same for every other form."""
    if len(args) != 2 or args[0] != "open" or args[1].startswith("-"):
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


def _report(message: str, hint: str = "") -> None:
    from workbench.cli.output import style
    from workbench.prompt.visible import visible

    text = f"{message}\n{hint}" if hint else message
    _say(f"{style('error', 'red', stream=sys.stderr)}: {visible(text, lines=True)}")


def _say(text: str) -> None:
    """One line to stderr."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
