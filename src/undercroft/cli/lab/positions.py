"""`undercroft position`, and what `undercroft study --from` begins with."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, Variant
from undercroft.cli.words import say
from undercroft.core.errors import BadOption, Refused
from undercroft.core.fates import Seeded
from undercroft.core.questions import Decision
from undercroft.lab.position import Position, set_up_position, study_of
from undercroft.lab.rearranging import Rearranged, rearranged
from undercroft.lab.study import Study
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journal_notes import whole_file
from undercroft.terminal.local.journals import Loaded, load
from undercroft.terminal.local.open_game import checked_seed
from undercroft.terminal.telling import outcome_of

_MOMENT: Final = re.compile(r"(.+)@([0-9]{1,6})", re.DOTALL)
_CHANGE: Final = re.compile(r"([0-9]{1,6})=(\S{1,200})")

Moment = Annotated[str, typer.Argument(metavar="FILE[@N]", help=say("position.moment"))]


class Found(NamedTuple):
    """A journal, and where in it."""

    path: Path
    text: str
    loaded: Loaded
    at: int  # answers before it


def find_moment(named: str, variant: Path | None) -> Found:
    """Read `FILE@N`, the table before answer N; a file alone is the table at its end."""
    found = None if Path(named).is_file() else _MOMENT.fullmatch(named)
    path = Path(found[1] if found else named)
    text = read_text(path)
    loaded = load(path, text, variant)
    last = len(loaded.journal.entries)
    at = int(found[2]) - 1 if found else last
    if not 0 <= at <= last:
        raise Refused(say("position.no-moment", path=path, number=at + 1, most=last + 1))
    return Found(path, text, loaded, at)


@command(
    "position",
    "undercroft position play.journal@33",
    "undercroft position play.journal@33 --set 12=9d --set 20=ks",
    "undercroft position play.journal@33 --set 12=9d --out other.journal",
    "undercroft position play.journal@33 --out other.journal --real-cards",
)
def position(
    moment: Moment,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NUMBER=ANSWER", help=say("position.set")),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=say("position.out"))] = None,
    seed: Annotated[str | None, typer.Option(metavar="SEED", help=say("position.seed"))] = None,
    real_cards: Annotated[
        bool, typer.Option("--real-cards", help=say("position.real-cards"))
    ] = False,
    variant: Variant = None,
    as_json: AsJson = False,
) -> None:
    """Show a moment of a game, change what luck gave before it, and go on from there."""
    if real_cards and seed is not None:
        raise Refused(say("refused.both-fates"))
    found, changes = find_moment(moment, variant), read_changes(change or [])
    if out is not None and out.exists():
        raise Refused(say("position.exists", path=out))
    there = rearranged(found.loaded.game, found.loaded.journal, found.at, changes)
    if out is not None:
        chosen = None if real_cards else checked_seed(seed)
        there.play.fates = Seeded(chosen) if chosen is not None else None
        out.write_text(whole_file(there.play, chosen, found.loaded.notes), "utf-8")
        there.play.fates = None
    if as_json:
        print(json.dumps(as_data(there, changes), indent=2))
    else:
        print(*told(there), sep="\n")
        if out is not None:
            print("", say("position.written", path=out), sep="\n")
    if not there.fits:
        was = there.entries[there.play.number]
        stopped = say("position.stopped", number=there.play.number + 1, answer=str(was))
        print(f"undercroft: {stopped}", file=sys.stderr)


def read_changes(given: list[str]) -> dict[int, str]:
    """Read `--set 12=9d`; answers are counted from 1, and given by their text."""
    changes = {}
    for text in given:
        found = _CHANGE.fullmatch(text)
        if not found:
            raise BadOption(say("position.form", text=text[:40]))
        changes[int(found[1]) - 1] = found[2]
    return changes


def told(there: Rearranged) -> Iterator[str]:
    """Tell the position for people: what luck gave before it, the table, and what is asked."""
    play, game = there.play, there.play.game
    heading = say("position.luck")
    for number, (was, now) in enumerate(zip(there.entries, play.entries, strict=False)):
        if now.seat is None:
            if heading:
                yield heading
            heading = ""
            line = f"  {number + 1}. {now}"
            instead = was.answer != now.answer
            yield say("position.instead", line=line, was=was.answer) if instead else line
    if not heading:
        yield ""
    seat = play.question.seat if isinstance(play.question, Decision) else 0
    yield from game.draw_table(game.rows, play.view(seat), game.words).splitlines()
    yield ""
    if play.question is None:
        yield outcome_of(play)
    else:
        choices = ", ".join(dict.fromkeys(map(str, play.question.choices)))
        number = play.number + 1
        yield say("position.asked", number=number, question=play.question.label, choices=choices)


def as_data(there: Rearranged, changes: Mapping[int, str]) -> dict[str, Any]:
    """Give the position as JSON would have it; answers are counted from 1."""
    play, question = there.play, there.play.question
    return {
        "game": play.game.id,
        "answer": play.number + 1,
        "fits": there.fits,
        "changes": {str(number + 1): answer for number, answer in changes.items()},
        "question": question.label if question else None,
        "choices": [*dict.fromkeys(map(str, question.choices))] if question else [],
        "answers": [
            {"question": now.question, "answer": now.answer, "was": was.answer}
            for was, now in zip(there.entries, play.entries, strict=False)
        ],
    }


def position_of(named: str, study: Study) -> Position:
    """Read where a study begins; `Refused` says why it cannot."""
    found = find_moment(named, None)
    if found.loaded.game.id != study.game:
        of = found.loaded.game.id
        raise Refused(say("position.other-game", path=found.path, of=of, game=study.game))
    variant, name = found.loaded.notes.variant, str(found.path)
    begun = study_of(study, found.text)._replace(variant=(name, variant) if variant else None)
    where = Position(begun, found.text, found.at)
    set_up_position(where)
    return where
