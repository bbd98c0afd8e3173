"""The command line: `undercroft play | join | serve | export | import | study | replay | ...`."""

import json
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.exceptions import TyperException

from undercroft import __version__, admin
from undercroft.arguments import (
    AsJson,
    GameName,
    JournalFile,
    OptionPairs,
    Preset,
    Seats,
    Variant,
    pairs,
)
from undercroft.core.direct import which_text
from undercroft.core.errors import BadJournal, NotOver, Refused, UndercroftError
from undercroft.core.play import verify as verify_journal
from undercroft.core.records.journal import FIRST_LINE, read_journal
from undercroft.databases import Database, DataFolder, needs_web, opened
from undercroft.describing import described
from undercroft.games import catalogue, find_game, left_out
from undercroft.lab.report import as_data, as_text
from undercroft.lab.study import Study, run
from undercroft.new_game import write_game
from undercroft.progress import Bar
from undercroft.rulebook import clause_of, rules_of
from undercroft.terminal import full_screen
from undercroft.terminal.files import home, read_text, reason
from undercroft.terminal.local.bots import seat_bots
from undercroft.terminal.local.client import LocalClient
from undercroft.terminal.local.journal_file import unfinished
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.journals import game_of, load
from undercroft.terminal.local.open_game import checked_seed, find_play, record_game, resume_game
from undercroft.terminal.plain import table as plain_table
from undercroft.terminal.plain.replay import replay as replay_file
from undercroft.terminal.telling import outcome_of

app = typer.Typer(
    help="Play and study dungeon games, in the browser and in the terminal.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

PlaysFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The file with the exported games.")
]

DOES_NOT_VERIFY: Final = 1
NOT_OVER: Final = 3
INTERRUPTED: Final = 130  # what Typer makes of Ctrl-C


def example(*lines: str) -> str:
    """Lay out a command's examples."""
    return "\n\n".join(["\b\n" + "\n".join(["Examples:", *(f"  {line}" for line in lines)])])


@app.callback(invoke_without_command=True)
def undercroft(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version, and which games have compiled rules."),
    ] = False,
) -> None:
    """Play and study dungeon games, in the browser and in the terminal."""
    if version:
        print(f"undercroft {__version__}")
        texts: dict[str, list[str]] = {}
        for game in catalogue().values():
            texts.setdefault(which_text(game), []).append(game.id)
        print("\n".join(f"{text} rules: {', '.join(ids)}" for text, ids in texts.items()))
    elif context.invoked_subcommand is None:
        print(context.get_help())


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


@app.command(
    epilog=example(
        "undercroft serve",
        "undercroft serve --port 8080 --no-browser",
        "undercroft serve --host 0.0.0.0 --allow-host games.example.org --secure-cookies",
        "undercroft serve --database postgresql://undercroft@localhost/undercroft --workers 4",
    )
)
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    data: DataFolder = None,
    database: Database = None,
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, help="How many processes serve; 2 or more need PostgreSQL."),
    ] = 1,
    bot_budget: Annotated[
        float, typer.Option(min=0.01, help="How many seconds a bot may think about one decision.")
    ] = 5,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name of this server; repeatable."),
    ] = None,
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help="Send cookies over HTTPS only.")
    ] = False,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="UNDERCROFT_METRICS_TOKEN",  # where other users of the machine do not see it
            help="The token that opens /metrics to other machines.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Serve the games from this machine, to play in the browser."""
    try:
        from undercroft.web.gateway.settings import Settings, data_folder
        from undercroft.web.server.run import serve as serve_web
    except ModuleNotFoundError as error:
        raise needs_web(error) from None
    settings = Settings(
        data=data or data_folder(),
        host=host,
        port=port,
        database=database,
        workers=workers,
        budget=bot_budget,
        hosts=tuple(allow_host or ()),
        secure=secure_cookies,
        metrics_token=metrics_token,
        log_json=not sys.stderr.isatty(),
    )

    def announce(address: str) -> None:
        print(f"Undercroft is at {address} (press Ctrl-C to stop)", flush=True)

    with suppress(KeyboardInterrupt):  # that is how it is stopped
        serve_web(settings, announce=announce, open_browser=browser)


@app.command(
    "export",
    epilog=example(
        "undercroft export plays.jsonl",
        "undercroft export plays.jsonl --database postgresql://undercroft@localhost/undercroft",
    ),
)
def export_(
    context: typer.Context, file: PlaysFile, data: DataFolder = None, database: Database = None
) -> None:
    """Export all games of a server to a new file. The server may keep running."""
    with opened(context, data, database) as engine:
        from undercroft.storage.export import export_plays

        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # seeds and keys
        with os.fdopen(handle, "w", encoding="utf-8") as written_to:
            written_to.writelines(export_plays(engine))


@app.command(
    "import",
    epilog=example(
        "undercroft import plays.jsonl --database postgresql://undercroft@localhost/undercroft",
    ),
)
def import_(
    context: typer.Context, file: PlaysFile, data: DataFolder = None, database: Database = None
) -> None:
    """Import games from a file that `export` wrote. The database must be empty."""
    with file.open(encoding="utf-8") as lines, opened(context, data, database) as engine:
        from undercroft.storage.export import import_plays

        count = import_plays(engine, lines)
    print("1 game imported" if count == 1 else f"{count} games imported")


@app.command(
    epilog=example(
        "undercroft study tomb --plays 20000 --seed 7",
        "undercroft study tomb --bot random --workers 4 --option start-hp=8 --json",
        "undercroft study tomb --seats 2 --bot random --bot random",
    )
)
def study(
    game: GameName,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="The bot that plays: once for all seats, or once for each."
        ),
    ] = None,
    plays: Annotated[int, typer.Option(min=1, help="How many games.")] = 10_000,
    seed: Annotated[
        str | None, typer.Option(help="The seed; the same seed gives the same result.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="How many processes; the default is one for each core."),
    ] = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    measure: Annotated[
        bool, typer.Option(help="Also print the game's own tables; without them it is faster.")
    ] = True,
    ticks: Annotated[
        bool, typer.Option("--ticks", help="Count games on standard error, a line for each step.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play a game many times, and count how it ends.

    The result depends on the seed alone, not on the number of workers.
    """
    played, variant_text = game_of(game, variant)
    task = Study(
        game=game,
        bots=tuple(bot or [played.rule_of_thumb]),
        plays=plays,
        seed=checked_seed(seed),
        seats=seats,
        options=tuple(pairs(option).items()),
        preset=preset,
        variant=(str(variant), variant_text) if variant_text is not None else None,
        measured=measure,
    )
    with Bar(plays, shown=not as_json and sys.stderr.isatty(), ticks=ticks) as bar:
        findings = run(task, workers or os.cpu_count() or 1, bar.advance)
    print(json.dumps(as_data(findings), indent=2) if as_json else as_text(findings))


@app.command(
    epilog=example("undercroft replay play.journal", "undercroft replay play.journal --step")
)
def replay(
    file: JournalFile,
    step: Annotated[bool, typer.Option("--step", help="Show the table after each answer.")] = False,
    variant: Variant = None,
) -> None:
    """Tell the story of a game from its journal."""
    replay_file(file, variant, step=step)


@app.command(epilog=example("undercroft verify play.journal"))
def verify(file: JournalFile, variant: Variant = None) -> None:
    """Check the journal of a finished game.

    Every answer must be legal, and every card and roll must be what the sealed seed deals.

    \b
    Exit codes:
      0  verified, to the end of the game
      1  does not verify: an answer, a card or roll, the seed or a line is wrong
      2  cannot be checked: not a file, not a journal, another game, other rules
      3  not over: correct as far as it goes
    """
    text = read_text(file)
    try:
        if text.startswith(FIRST_LINE):
            read_journal(text)  # one that was torn or altered is still a journal
        game, journal, _ = load(file, text, variant)
        if journal.sealed is None:
            raise Refused(f"{file}: played with real cards; there is no seed to check them against")
        checked = verify_journal(game, journal)
    except NotOver as error:
        raise typer.Exit(complain(f"{file}: {error}", NOT_OVER)) from None
    except BadJournal as error:
        raise typer.Exit(complain(f"{file}: {error}", DOES_NOT_VERIFY)) from None
    fates = sum(entry.seat is None for entry in journal.entries)
    right = (
        f"legal decisions: {len(journal.entries) - fates}; cards and rolls of the sealed seed"
        f" {journal.seed}: {fates}"
    )
    if checked.outcome is None or checked.number > len(journal.entries):
        raise typer.Exit(complain(f"{file}: the game is not over; {right}", NOT_OVER))
    print(f"{file}: verified; {right}; outcome: {outcome_of(checked)}.")


@app.command(epilog=example("undercroft games", "undercroft games --json"))
def games(as_json: AsJson = False) -> None:
    """List the games, with their seats, options, presets and bots."""
    for why in left_out().values():
        print(f"undercroft: {why}", file=sys.stderr)
    found = [described(game) for game in catalogue().values()]
    if as_json:
        print(json.dumps(found, indent=2))
        return
    for game in found:
        least, most = game["seats"]["least"], game["seats"]["most"]
        seats = f"{least}" if least == most else f"{least} to {most}"
        print(f"{game['id']}: {game['title']}, seats: {seats}")
        print("  options")
        for option in game["options"]:
            default = option["default"] or "follows from the other options"
            print(f"    {option['name']}: {option['allowed']}; default: {default}")
            print(f"      {option['help']}")
        for kind in ("presets", "bots"):
            print(f"  {kind}")
            for entry in game[kind]:
                print(f"    {entry['name']}: {entry['help']}")


@app.command("new-game", epilog=example("undercroft new-game well"))
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's id, such as well.")],
) -> None:
    """Write a small complete game for you to change.

    It comes with rules, words, a bot and tests.
    """
    for file in write_game(name):
        print(file)
    print(f"\nPlay it: undercroft play {name}    Test it: pytest tests -k {name}")
    print("Then make it yours: CONTRIBUTING.md walks you through it.")


@app.command(epilog=example("undercroft rules tomb", "undercroft rules tomb T-31"))
def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help="A clause or ruling, such as T-31, R-12 or P-2."),
    ] = None,
) -> None:
    """Show the rules of a game, or one clause of them."""
    found = find_game(game)
    print(clause_of(found.id, clause) if clause else rules_of(found.id).rstrip())


app.add_typer(admin.app, name="admin")


# -- what several commands need -------------------------------------------------------------------


def games_there_are() -> str:
    """Name the games."""
    return f"Games: {', '.join(catalogue())}"


# -- the border: one line for whatever goes wrong -------------------------------------------------


def main() -> None:
    """Run the command line. Nothing that a user can cause shows a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(exit_code())


def exit_code() -> int:
    """Run, and say how it went: 0 well, 1 the system, 2 what was asked for, 130 interrupted.

    `verify` has codes of its own.
    """
    try:
        code = app(standalone_mode=False, prog_name="undercroft")
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone
        return 1
    except TyperException as error:
        return complain(error.format_message(), 2)
    except Refused as error:
        return complain(str(error), 2)
    except UndercroftError as error:
        return complain(f"you have found a bug in the rules; please report it: {error}", 1)
    except OSError as error:
        return complain(f"{error.filename or 'the system'}: {reason(error)}", 1)
    if code == INTERRUPTED:
        return complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def complain(message: str, code: int) -> int:
    """Say in one line what went wrong."""
    if sys.stderr is not None:
        print(f"undercroft: {' '.join(message.split())}", file=sys.stderr)
    return code
