"""Arguments and options that several verbs share, and the loop over FILEs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click
from click.shell_completion import CompletionItem

from workbench.cli.output import Progress, talk
from workbench.errors import CtxbenchError, Interrupted

if TYPE_CHECKING:
    from workbench.config import Settings

T = TypeVar("T")
Steps: TypeAlias = Generator[tuple[int, int], None, T]
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class FileSpec(click.ParamType[str]):
    """A FILE argument: any text; shells complete it as a path."""

    name = "file"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object per line and file on stdout."
)


def files_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """FILE..., at least one."""
    return click.argument("files", nargs=-1, required=True, type=FileSpec(), metavar="FILE...")(
        function
    )


def file_argument(name: str = "file", metavar: str = "FILE") -> Decorator:
    """One FILE."""
    return click.argument(name, type=FileSpec(), metavar=metavar)


def counter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """--counter and --model, which choose how tokens are counted."""
    function = click.option("--model", metavar="ID", help="Count for this model.")(function)
    return click.option(
        "--counter",
        metavar="NAME",
        help="Count with this tokenizer: claude-5, claude-4.8, claude-4.7, claude-3, o200k_base, "
        "cl100k_base, chars. [default: auto]",
    )(function)


def flags(kind: type[Any], name: str = "flags") -> Decorator:
    """Options and arguments arrive as one value: those that the dataclass `kind` has fields for,
    as the argument `name`. It stands below the options, right above the function."""
    own = [each.name for each in fields(kind) if each.init]

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def gather(**given: Any) -> Any:
            value = kind(**{each: given.pop(each) for each in own})
            return function(**given, **{name: value})

        return gather

    return decorate


def settings(**flags: Any) -> Settings:
    """The user's settings with the flags of this run on top."""
    from workbench.config import load

    return load(flags)


class Batch:
    """Several FILEs in order: one that fails is reported, the others are still done.

    A file that is named twice, by whatever names, is done once, and that is said. `by_name`: what
    is asked for belongs to the name, such as its history, so each name counts.
    """

    def __init__(self, files: Sequence[str], *, by_name: bool = False) -> None:
        from workbench.verbs.inputs import once

        once(files)
        self.files = files
        self.exit_code = 0
        if not by_name and len(files) > 1:
            from workbench.verbs.same_file import distinct

            self.files, repeats = distinct(files)
            for repeat in repeats:
                talk(f"note: {repeat.words}")

    def each(self, work: Callable[[str], Steps[T]]) -> Iterator[T]:
        """The result of each FILE. `work` is a verb that yields (done, of) and returns a result."""
        again: dict[str, list[str]] = {}  # an error -> further files that it holds for
        for spec in self.files:
            try:
                result = finish(work(spec), spec)
            except Interrupted:
                raise
            except CtxbenchError as error:
                self.exit_code = max(self.exit_code, error.exit_code)
                if error.message in again:
                    again[error.message].append(spec)
                    continue
                again[error.message] = []
                talk(f"error: {error.message}" + (f"\n{error.hint}" if error.hint else ""))
                continue
            yield result
        for message, specs in again.items():
            if specs:
                from workbench.cli.text import listed

                talk(f"error: the same for {listed(specs)}: {message}")


def finish(steps: Steps[T], what: str) -> T:
    """Run a verb to its end, with its progress on stderr where that is a terminal."""
    progress = Progress(what)
    try:
        while True:
            try:
                progress.show(*next(steps))
            except StopIteration as done:
                result: T = done.value
                return result
    finally:
        progress.close()


def steps_of(work: Callable[[], T]) -> Steps[T]:
    """A verb without progress, in the shape that `Batch.each` runs."""
    return work()
    yield


def counting() -> Callable[[bytes], Mapping[str, int]]:
    """How versions are counted when they are stored: with the user's counter."""
    from workbench.verbs.measured import Counting

    return Counting.of(settings()).tokens
