"""`undercroft compare`."""

import json
import re
import shutil
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated, Any, Final

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, GameName, OptionPairs, Preset, Seats, pairs
from undercroft.cli.browser import has_desktop, open_page
from undercroft.cli.lab.arguments import (
    Bots,
    ClusterAt,
    Measure,
    Seed,
    Ticks,
    Where,
    Workers,
    at_work,
    study_asked,
    variant_of,
)
from undercroft.cli.lab.keeping import (
    Csv,
    Html,
    Into,
    Keep,
    Parquet,
    as_typed,
    empty_folder,
    note_interruption,
    writable,
    write_journal,
    write_table,
)
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.core.errors import BadOption
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.lab.compare.comparison import (
    Comparison,
    Parting,
    Verdict,
    compare,
    partings,
    settings_of,
)
from undercroft.lab.compare.verdict import (
    told_parting,
    verdict_as_data,
    verdict_as_page,
    verdict_as_text,
)
from undercroft.lab.show.files import verdict_table
from undercroft.terminal.telling import event_line, outcome_of

PLAYS: Final = 10_000
PLAYS_UNTIL: Final = 100_000  # at most, where it may stop early
_SHARE: Final = re.compile(r"(\d{1,2}(?:\.\d{1,6})?)%")
GAP: Final = " │ "
SHOWN: Final = 8  # events before the parting and after it


@command(
    "compare",
    "undercroft compare tomb --variant strong-nine.toml --seed 7",
    "undercroft compare tomb --variant a.toml --variant b.toml --until 0.5%",
    "undercroft compare tomb --option start-hp=8 --open",
    'undercroft compare tomb --option start-hp=8 --where "turn>8"',
    "undercroft compare tomb --bot random --against cautious --json",
)
def compare_(
    game: GameName,
    variant: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help=say("compare.variant"))
    ] = None,
    option: OptionPairs = None,
    both: Annotated[
        list[str] | None,
        typer.Option("--both", metavar="NAME=VALUE", help=say("compare.both")),
    ] = None,
    bot: Bots = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=say("compare.against"))
    ] = None,
    preset: Preset = None,
    seats: Seats = None,
    plays: Annotated[
        int | None, typer.Option(min=2, metavar="NUMBER", help=say("compare.plays"))
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="SHARE", help=say("compare.until"))] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    measure: Measure = True,
    all_: Annotated[bool, typer.Option("--all", help=say("compare.all"))] = False,
    open_: Annotated[bool, typer.Option("--open", help=say("compare.open"))] = False,
    where: Where = None,
    keep: Keep = 0,
    into: Into = Path("kept"),
    csv: Csv = None,
    parquet: Parquet = None,
    html: Html = None,
    ticks: Ticks = False,
    as_json: AsJson = False,
) -> None:
    """Play the same luck on both sides, and say what differs."""
    files = variant or []
    if len(files) > 2:
        raise BadOption(say("refused.variants", count=len(files)))
    sides = [None, *files][-2:] if files else [None, None]
    within = None if until is None else share_of(until)
    before = study_asked(
        game,
        sides[0],
        bot,
        plays or (PLAYS if within is None else PLAYS_UNTIL),
        seed,
        seats=seats,
        options=pairs(both),
        preset=preset,
        measured=measure,
    )
    after = before._replace(
        bots=tuple(against or before.bots),
        options=tuple({**pairs(both), **pairs(option)}.items()),
        variant=variant_of(game, sides[1]),
    )
    comparison = Comparison(before, after, within, max(keep, 1), where=where)
    settings_of(comparison)
    folder = empty_folder(into) if keep else into
    writable(csv, html, parquet=parquet)
    with at_work(workers, cluster) as crew, Bar(before.plays, quiet=as_json, ticks=ticks) as bar:
        verdict = compare(comparison, crew, bar.advance)
    found = partings(verdict)
    kept = [path for each in found for path in kept_pair(verdict, each, folder)] if keep else []
    write_table(lambda: verdict_table(verdict), csv, parquet)
    if open_ and html is None and found and not as_json:
        html = Path(mkdtemp(prefix="undercroft-")) / f"compare-{game}.html"
    if html is not None:
        opened_too = [shown_sides(first) for first in found[:1] if open_]
        text = verdict_as_page(verdict, as_typed(before.seed), opened_too, everything=all_)
        html.write_text(text, "utf-8")
    if as_json:
        data = {**verdict_as_data(verdict), "kept": [*map(str, kept)]}
        print(json.dumps(data, indent=2))
    else:
        print(verdict_as_text(verdict, everything=all_, opened=open_))
    if kept and not as_json:
        print(say("keep.kept", count=len(kept), folder=folder, first=kept[0]))
    for first in found[:1] if open_ and not as_json else ():
        print("", *told_parting(verdict, first), "", *opened(first), sep="\n")
        if html is not None:
            print("", show_page(html), sep="\n")
    if within is None or verdict.sequence.within > within:
        note_interruption(verdict.compared.plays, before.plays, crew)


def kept_pair(verdict: Verdict, found: Parting, folder: Path) -> Iterator[Path]:
    """Write both journals of a game that flipped."""
    comparison, name = verdict.comparison, f"{verdict.before.game.id}-{found.flip.number}"
    before, after = (f"{name}-{side}" for side in ("before", "after"))
    yield write_journal(folder, before, found.before, comparison.before, verdict.before.bots)
    yield write_journal(folder, after, found.after, comparison.after, verdict.after.bots)


def share_of(text: str) -> float:
    """Read a share: `0.5%`."""
    found = _SHARE.fullmatch(text)
    if not found or not float(found[1]):
        raise BadOption(say("refused.share", text=text[:40]))
    return float(found[1]) / 100


def show_page(file: Path) -> str:
    """Open a page in the browser, where there is a desktop; say where it lies."""
    address = file.resolve().as_uri()
    shown = has_desktop() and open_page(address)
    return say("compare.opened" if shown else "compare.page", address=address)


# -- both plays where they part -------------------------------------------------------------------


def opened(found: Parting) -> Iterator[str]:
    """Show both tables where the plays part, and what followed: side by side if there is room."""
    sides = shown_sides(found)
    widths = [max(map(len, side)) for side in sides]
    if sum(widths) + len(GAP) > shutil.get_terminal_size().columns:
        for side in sides:
            yield from ["", *side]
        return
    for one, other in zip_longest(*sides, fillvalue=""):
        yield f"{one:{widths[0]}}{GAP}{other}".rstrip()


def shown_sides(found: Parting) -> list[list[str]]:
    """Show both plays of a game that flipped."""
    return [[*shown(play, found.at)] for play in (found.before, found.after)]


def shown(play: Play, at: int | None) -> Iterator[str]:
    """Show a play before an answer, and what followed it."""
    game: Any = play.game
    at = play.number if at is None else at
    there = Play(game, play.options.given(game.defaults), play.seats)
    for entry in play.entries[:at]:
        there.answer(entry.answer)
    seat = there.question.seat if isinstance(there.question, Decision) else 0
    yield f"{game!r}".strip("<>")
    yield from filter(None, [event_line(play, event) for event in there.events[-SHOWN:]])
    yield from game.draw_table(game.rows, there.view(seat), game.words).splitlines()
    if at < play.number:
        yield f"{at + 1}. {play.entries[at]}"
    followed = play.events[len(there.events) :]
    yield from filter(None, [event_line(play, event) for event in followed[:SHOWN]])
    if len(followed) > SHOWN:
        yield say("compare.later", count=len(followed) - SHOWN)
    yield outcome_of(play)
