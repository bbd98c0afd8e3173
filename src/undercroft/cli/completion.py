"""`undercroft completion`: what a shell offers when Tab is pressed."""

import os
from enum import StrEnum
from typing import Annotated, Final

import typer
import typer.completion as of_typer

from undercroft.cli.app import command
from undercroft.cli.words import say

ASKED: Final = "_UNDERCROFT_COMPLETE"  # a shell sets it, to ask what could be typed


class Shell(StrEnum):
    """The shells that are known."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


@command(
    "completion",
    'eval "$(undercroft completion bash)"',
    'eval "$(undercroft completion zsh)"',
    "undercroft completion fish | source",
)
def completion(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help=say("completion.shell"))],
) -> None:
    """Print the script that lets a shell complete commands, options and games."""
    script = of_typer.get_completion_script  # type: ignore[attr-defined]
    print(script(prog_name="undercroft", complete_var=ASKED, shell=shell))


def prepare() -> None:
    """Make ready to answer a shell, if one asks."""
    if ASKED in os.environ:
        of_typer.completion_init()  # type: ignore[attr-defined]
