"""`undercroft play` and `undercroft join`."""

from typing import Annotated

import typer

from undercroft.cli.app import app, example
from undercroft.cli.arguments import (
    OptionPairs,
    Preset,
    Seats,
    Variant,
    pairs,
)
from undercroft.core.errors import Refused
from undercroft.games import catalogue
from undercroft.terminal import full_screen
from undercroft.terminal.files import home
from undercroft.terminal.local.bots import seat_bots
from undercroft.terminal.local.client import LocalClient
from undercroft.terminal.local.journal_file import unfinished
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.journals import game_of
from undercroft.terminal.local.open_game import checked_seed, find_play, record_game, resume_game
from undercroft.terminal.plain import table as plain_table


@app.command(
    epilog=example(
        "undercroft play",
        "undercroft play tomb",
        "undercroft play tomb --seed 7 --preset ordeal --option min-delve=2",
        "undercroft play tomb --seats 2 --bot random",
        "undercroft play tomb --real-cards",
        "undercroft play --resume",
    )
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game, such as tomb. With --resume: a game or a journal file; the default is"
            " your latest game.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an unfinished game.")] = False,
    seed: Annotated[str | None, typer.Option(help="The seed that deals the cards.")] = None,
    real_cards: Annotated[
        bool, typer.Option("--real-cards", help="Turn your own cards, and type what they are.")
    ] = False,
    option: OptionPairs = None,
    preset: Preset = None,
    seats: Seats = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SEAT=]NAME", help="Let a bot play SEAT, or the last free one; repeatable."
        ),
    ] = None,
    variant: Variant = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Play line by line: to be read, piped or heard.")
    ] = False,
) -> None:
    """Play a game in the terminal, alone, with others or against bots.

    Every answer is saved at once, so your game survives a crash. Without a game, a full screen
    lets you choose one, continue one or watch a finished one.
    """
    missing = "" if plain else full_screen.missing()
    if resume:
        if seed or real_cards or option or preset or seats or bot:
            raise Refused(
                "--resume continues with the options the game began with: leave out the others"
            )
        resumed = resume_game(home(), find_play(home(), game), variant)
        client = LocalClient.resume(resumed)
        if missing is None:
            full_screen.show(home(), client)
        else:
            note = f"Continuing {resumed.recorded.save.path}."
            plain_table.play(client, filter(None, [missing, note]))
        return
    if game is None and missing is None:
        if seed or real_cards or option or preset or seats or bot or variant:
            raise Refused(
                f"these options need a game, such as: undercroft play tomb. {games_there_are()}"
            )
        full_screen.show(home())
        return
    if game is None:
        raise Refused(f"name a game, or use --resume. {games_there_are()}")
    if real_cards and seed is not None:
        raise Refused(
            "--real-cards and --seed exclude each other: with real cards you deal; leave one out"
        )
    played, variant_text = game_of(game, variant)
    options = pairs(option)
    _, seats = played.read_options(options, seats, preset)
    notes = Notes(seat_bots(played, bot or [], seats), variant_text)
    chosen = None if real_cards else checked_seed(seed)
    others = bool(unfinished(home()))
    recorded = record_game(home(), played, options, preset, seats, chosen, notes)
    client = LocalClient(recorded)
    if missing is None:
        full_screen.show(home(), client)
    else:
        note = "(You have an unfinished game: undercroft play --resume continues it.)"
        plain_table.play(client, filter(None, [missing, note if others else ""]))


@app.command(
    epilog=example(
        "undercroft join http://192.168.1.5:8400/join/KEY --name Ann",
        "undercroft join http://192.168.1.5:8400/watch/KEY",
        "undercroft join",
    )
)
def join(
    url: Annotated[
        str | None,
        typer.Argument(
            metavar="URL",
            help="The link to a seat or to your game, or a spectator link. The default is your"
            " latest table.",
        ),
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name at the table.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Play line by line.")] = False,
) -> None:
    """Take a seat at an online table, or watch.

    The server keeps the game, and the same command brings you back to your seat.
    """
    try:
        from undercroft.terminal.online.client import arrive
        from undercroft.terminal.online.remembered import latest
    except ModuleNotFoundError as error:
        raise Refused(
            f"online tables need more packages ({error.name}): pip install 'undercroft[terminal]'"
        ) from None
    client = arrive(home(), url if url is not None else latest(home()), name)
    if plain or full_screen.missing():
        plain_table.play(client)
    else:
        full_screen.show(home(), client)


def games_there_are() -> str:
    """Name the games."""
    return f"Games: {', '.join(catalogue())}"
