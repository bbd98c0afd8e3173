"""The application that commands join, and its own line of help."""

from typing import Annotated

import typer

from undercroft import __version__

app = typer.Typer(
    help="Play and study dungeon games, in the browser and in the terminal.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def example(*lines: str) -> str:
    """Lay out a command's examples."""
    return "\n\n".join(["\b\n" + "\n".join(["Examples:", *(f"  {line}" for line in lines)])])


@app.callback(invoke_without_command=True)
def undercroft(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Play and study dungeon games, in the browser and in the terminal."""
    if version:
        print(f"undercroft {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())
