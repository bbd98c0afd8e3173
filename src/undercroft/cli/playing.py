"""`undercroft play` and `undercroft join`."""

from typing import Annotated

import typer

from undercroft.bots.outside import with_bots
from undercroft.cli.app import command
from undercroft.cli.arguments import (
    GameName,
    OptionPairs,
    Preset,
    Seats,
    Variant,
    bots_named,
    games_named,
    pairs,
)
from undercroft.cli.words import say
from undercroft.core.errors import Refused
from undercroft.core.extras import to_install
from undercroft.games import catalogue, find_game
from undercroft.lessons import lessons_of
from undercroft.terminal import full_screen
from undercroft.terminal.files import home
from undercroft.terminal.local.bots import seat_bots
from undercroft.terminal.local.client import LocalClient
from undercroft.terminal.local.journal_file import unfinished
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.journals import game_of
from undercroft.terminal.local.open_game import (
    begin_lesson,
    checked_seed,
    find_play,
    record_game,
    resume_game,
)
from undercroft.terminal.plain import table as plain_table


@command(
    "play",
    "undercroft play",
    "undercroft play tomb",
    "undercroft play tomb --seed 7 --preset ordeal --option min-delve=2",
    "undercroft play tomb --seats 2 --bot random",
    "undercroft play tomb --seats 2 --bot my_bots:Careful",
    "undercroft play tomb --real-cards",
    "undercroft play --resume",
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=say("play.game"), autocompletion=games_named),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help=say("play.resume"))] = False,
    seed: Annotated[str | None, typer.Option(metavar="SEED", help=say("play.seed"))] = None,
    real_cards: Annotated[bool, typer.Option("--real-cards", help=say("play.real-cards"))] = False,
    option: OptionPairs = None,
    preset: Preset = None,
    seats: Seats = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="[SEAT=]NAME", help=say("play.bot"), autocompletion=bots_named),
    ] = None,
    variant: Variant = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("play.plain"))] = False,
) -> None:
    """Play in the terminal, on the full screen if it can be had."""
    missing = "" if plain else full_screen.missing()
    if resume:
        outside = [name for name in bot or () if ":" in name]
        if seed or real_cards or option or preset or seats or len(outside) < len(bot or ()):
            raise Refused(say("refused.resumed"))
        resumed = resume_game(home(), find_play(home(), game), variant, outside)
        client = LocalClient.resume(resumed)
        if missing is None:
            full_screen.show(home(), client)
        else:
            note = say("play.continuing", path=resumed.recorded.save.path)
            plain_table.play(client, filter(None, [missing, note]))
        return
    if game is None and missing is None:
        if seed or real_cards or option or preset or seats or bot or variant:
            raise Refused(say("refused.needs-game", games=[*catalogue()]))
        full_screen.show(home())
        return
    if game is None:
        raise Refused(say("refused.no-game", games=[*catalogue()]))
    if real_cards and seed is not None:
        raise Refused(say("refused.both-fates"))
    played, variant_text = game_of(game, variant)
    played = with_bots(played, [name.rpartition("=")[2] for name in bot or ()])
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
        note = say("play.unfinished")
        plain_table.play(client, filter(None, [missing, note if others else ""]))


@command(
    "learn",
    "undercroft learn tomb",
    "undercroft learn talisman lesson",
)
def learn(
    game: GameName,
    lesson: Annotated[
        str | None, typer.Argument(metavar="[LESSON]", help=say("learn.lesson"))
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("play.plain"))] = False,
) -> None:
    """Play a lesson: a short first game with a coach."""
    played = find_game(game)
    lessons = {it.name: it for it in lessons_of(played.id)}
    if not lessons:
        raise Refused(say("refused.no-lesson", game=played.title))
    chosen = lesson if lesson is not None else next(iter(lessons))
    if chosen not in lessons:
        raise Refused(say("refused.unknown-lesson", lesson=chosen[:40], lessons=[*lessons]))
    missing = "" if plain else full_screen.missing()
    client = LocalClient(begin_lesson(home(), played, lessons[chosen]))
    if missing is None:
        full_screen.show(home(), client)
    else:
        plain_table.play(client, filter(None, [missing]))


@command(
    "join",
    "undercroft join http://192.168.1.5:8400/join/KEY --name Ann",
    "undercroft join http://192.168.1.5:8400/watch/KEY",
    "undercroft join",
)
def join(
    url: Annotated[
        str | None,
        typer.Argument(metavar="URL", help=say("join.url")),
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help=say("join.name"))] = "",
    plain: Annotated[bool, typer.Option("--plain", help=say("join.plain"))] = False,
) -> None:
    """Take a seat at an online table, or watch."""
    try:
        from undercroft.terminal.online.client import arrive
        from undercroft.terminal.online.remembered import latest
    except ModuleNotFoundError as error:
        command = to_install("terminal")
        raise Refused(say("refused.online", name=error.name, command=command)) from None
    client = arrive(home(), url if url is not None else latest(home()), name)
    if plain or full_screen.missing():
        plain_table.play(client)
    else:
        full_screen.show(home(), client)
