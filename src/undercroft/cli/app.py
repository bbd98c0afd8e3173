"""The application that commands join, and how their help is laid out."""

from collections.abc import Callable
from difflib import get_close_matches
from gettext import gettext
from typing import Annotated, Any, TypeVar

import typer
import typer.core
from typer.core import TyperCommand, TyperGroup

from undercroft import __version__
from undercroft.cli.words import CLI, say
from undercroft.core.errors import Refused
from undercroft.core.running.direct import which_text
from undercroft.games import catalogue

F = TypeVar("F", bound=Callable[..., Any])


class _Spoken:
    """A command whose help says everything from the catalogue."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the first line."""
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, " ".join(pieces), f"{say('help.usage')} ")

    def get_help_option(self, ctx: Any) -> Any:
        """Give `--help`, which Typer adds itself."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = say("help.help")
        return option


class Command(_Spoken, TyperCommand):
    """One command."""


class Group(_Spoken, TyperGroup):
    """A group of commands, in the order of the catalogue."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Give the names of the commands."""
        order = [*CLI.words.tables["commands"], *CLI.words.tables["admin-commands"]]
        return sorted(super().list_commands(ctx), key=order.index)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is named, or say which is near."""
        if args[0] not in self.commands:
            near = ", ".join(get_close_matches(args[0], self.commands, cutoff=0.65)) or None
            known = self.list_commands(ctx)
            raise Refused(say("refused.no-command", name=args[0][:40], near=near, commands=known))
        return super().resolve_command(ctx, args)


def new_app(about: str) -> typer.Typer:
    """Make an application."""
    return typer.Typer(
        cls=Group,
        help=about,
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )


app = new_app(say("help.undercroft"))


def command(
    name: str, *examples: str, to: typer.Typer = app, table: str = "commands", **more: Any
) -> Callable[[F], F]:
    """Let a function be a command. Its help is in the catalogue; example lines are not language."""
    texts = CLI.words.tables[table][name]
    lines = "\n".join([say("help.examples"), *(f"  {line}" for line in examples)])
    return to.command(
        name,
        cls=Command,
        help="\n\n".join([texts["short"], *texts.get("more", [])]),
        short_help=texts["short"],
        epilog=f"\b\n{lines}" if examples else None,
        **more,
    )


@app.callback(invoke_without_command=True)
def undercroft(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=say("help.version"))] = False,
) -> None:
    """Say what there is, if no command was named."""
    if version:
        print(f"undercroft {__version__}")
        texts: dict[str, list[str]] = {}
        for game in catalogue().values():
            texts.setdefault(which_text(game), []).append(game.id)
        for text, ids in texts.items():
            print(say(f"help.rules-{text}", games=", ".join(ids)))
    elif context.invoked_subcommand is None:
        print(context.get_help())


def _library_words(text: str) -> str:
    said: str = CLI.words.tables["library"].get(text) or gettext(text)
    return said


vars(typer.core)["_"] = _library_words  # Typer asks gettext, which reads compiled files alone
