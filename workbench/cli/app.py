"""The command group: verbs are found in a table and imported when they are used."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from workbench import __version__
from workbench.errors import UsageError

#: Verb -> its line in `ctxbench --help`. The module is workbench.cli.commands.<verb>.
VERBS = {
    "open": "Open a prompt in the terminal workbench.",
    "parts": "Split prompts into parts and count each.",
    "count": "Count tokens, by part, line or file.",
    "map": "Show where each part sits and how well that place is used.",
    "instructions": "List what a prompt tells the model to do or not to do.",
    "read": "Have a model read a prompt: what matters, clashes, edits.",
    "score": "Score each part's relevance for a task.",
    "triggers": "Ask a model for which requests a skill is loaded.",
    "review": "Find what is wrong: claims, repeats, clashes, fields.",
    "audit": "Group what could go, with its tokens; compare with last time.",
    "rules": "List the rules of review, or explain one.",
    "hosts": "List what each host loads, cuts and knows, with sources.",
    "verify": "Check the claims of a text against a project.",
    "optimize": "Propose changes, apply what you accept, prove nothing is lost.",
    "notes": "Note why a rule is there; list rules without evidence.",
    "mark": "Mark a sentence as critical; list what is marked.",
    "pin": "Pin parts, so that no proposal touches them.",
    "ledger": "Compare two versions statement by statement.",
    "candidate": "Judge a rewritten prompt: could it take the place of this one?",
    "diff": "Compare two versions line by line; a move is shown as a move.",
    "save": "Store the file as a version.",
    "versions": "List the stored versions of a file.",
    "show": "Print the exact bytes of a version.",
    "restore": "Put a stored version back into the file, as a new version.",
    "label": "Name a version.",
    "relink": "Give a file that was moved its history back.",
    "undo": "Take back the last change of a file.",
    "export": "Write a prompt in another form.",
    "report": "Write a page about a prompt, or about what changed.",
    "doctor": "Say what is installed, what works and where things are.",
    "completion": "Print the completion script of a shell.",
}


class LazyGroup(click.Group):
    """Lists verbs from the table; imports a verb's module when that verb is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"workbench.cli.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in VERBS and not name.startswith("-") and not ctx.resilient_parsing:
            raise _no_verb(name)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


def _no_verb(name: str) -> UsageError:
    """Says which verb was probably meant, or that a verb comes before a file."""
    import difflib

    from workbench.cli.text import argument
    from workbench.prompt.visible import one_line

    near = difflib.get_close_matches(name, VERBS, 1)
    hint = "See: ctxbench --help"
    if near:
        hint = f"Did you mean {near[0]}? {hint}"
    elif os.path.exists(name):  # noqa: PTH110 (Path.exists raises on names that are too long)
        hint = f"A verb comes first, such as: ctxbench open {argument(name)}"
    return UsageError(f"There is no verb '{one_line(name, 60)}'; nothing was done.", hint=hint)


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Each verb has an example: ctxbench VERB --help. FILE may be a path, - for standard "
    "input, FILE@N for a stored version, or git:REV:path.",
)
@click.version_option(__version__, "-V", "--version", message="ctxbench %(version)s")
def cli() -> None:
    """See, score, edit, diff and keep the prompts that language models load. All of it offline."""


def run(args: list[str]) -> int:
    """Run the group; what of the store stood in its way is told once, at the end."""
    _troubles("begin")
    try:
        code = _run(args)
    except BaseException as error:
        _troubles("end", error)
        raise
    _troubles("end")
    return code


def _troubles(what: str, *error: BaseException) -> None:
    """Begin or end to listen for troubles with the store; a run that asked no store loads nothing
    for it."""
    if "workbench.verbs.stored" in sys.modules:
        getattr(importlib.import_module("workbench.cli.writing"), what)(*error)


def _run(args: list[str]) -> int:
    """Wrong usage becomes our error, so that one place maps exit codes."""
    try:
        result: Any = cli.main(args=args, prog_name="ctxbench", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stderr.write(error.format_message() + "\n")
        return 2
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.UsageError as error:
        verb = error.ctx.command_path if error.ctx else "ctxbench"
        raise UsageError(
            error.format_message(), hint=f"Nothing was done. See: {verb} --help"
        ) from None
    except click.ClickException as error:
        raise UsageError(error.format_message()) from None
    return result if isinstance(result, int) else 0
