"""Tombs in the middle of things, driven by scripts in the notation of the journal.

In the scripts of `play`, `told` and `asked` a blank line parts one turn from the next.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tests.games.record import rows_of as rows_of  # handed on
from tests.games.record import rules
from undercroft.core.events import Event
from undercroft.core.game import GameOver, Outcome
from undercroft.core.questions import Decision, Rules
from undercroft.core.records.journal import follow, match, read_answers
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import ROWS, Card
from undercroft.games.tomb.rules import lay, setup, turn
from undercroft.games.tomb.state import Match, Result, Tomb

RULES_OF_RECORD = rules("tomb")


def section(title: str) -> str:
    """Give a section of the rules of record, by its title without the number."""
    found = re.search(rf"(?ms)^## \d+ {title}.*?\n(.*?)(?=^## |\Z)", RULES_OF_RECORD)
    assert found, title
    return found[1]


def cards(ids: str) -> list[Card]:
    return [ROWS[id] for id in ids.split()]


def names(cards: Iterable[Card]) -> str:
    return " ".join(card.id for card in cards)


def draws(ids: str, pile: str = "deck") -> str:
    """Give the script in which these cards are turned."""
    return "\n".join(f"draw {pile}: {id}" for id in ids.split())


def a_match(seats: int = 1, preset: str | None = None, **options: Any) -> Match:
    """Lay the table for a match and set it up."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settled, seats = GAME.read_options(given, seats, preset)
    match = lay(settled, ROWS, seats)
    follow(setup(match), "")
    return match


def a_tomb(
    hand: str = "",
    *,
    torches: str = "",
    showing: int = 10,
    delved: int = 0,
    retreated: int | None = None,
    deck: str | None = None,
    returned: str = "",
    **options: Any,
) -> Tomb:
    """Begin a solo game in the middle.

    `retreated` makes it a retreat; `deck` leaves no other cards in the deck than these, and
    `returned` is the torch under it.
    """
    tomb = a_match(**options).tombs[0]
    arrange(tomb, hand, torches, showing, delved, retreated)
    if deck is not None:
        tomb.deck.fog = cards(deck)
    for card in cards(returned):
        tomb.deck.fog = [other for other in tomb.deck.fog if other is not card]
        tomb.deck.bottom.append(card)
    return tomb


def arrange(
    tomb: Tomb,
    hand: str = "",
    torches: str = "",
    showing: int = 10,
    delved: int = 0,
    retreated: int | None = None,
) -> None:
    """Move a fresh game on to its middle."""
    tomb.hand += cards(hand)
    tomb.torches += cards(torches)
    taken = {*tomb.hand, *tomb.torches}
    tomb.deck.fog = [card for card in tomb.deck.fog if card not in taken]
    tomb.turned = max(tomb.turned, 10 - showing)
    tomb.delve_done = delved
    if retreated is not None:
        tomb.phase, tomb.retreat_done = "retreat", retreated


def _paragraphs(script: str) -> list[str]:
    return re.split(r"\n\s*\n", script.strip())


def _until_over(rules: Rules[None]) -> Rules[Outcome | None]:
    try:
        yield from rules
    except GameOver as over:
        return over.outcome
    return None


def play(of: Tomb | Match, script: str) -> Outcome | None:
    """Play turns, each of which must ask what its paragraph answers, and nothing else."""
    match = of.match if isinstance(of, Tomb) else of
    outcome = None
    for paragraph in _paragraphs(script):
        assert outcome is None, f"the play is over, but here is {paragraph!r}"
        outcome = follow(_until_over(turn(match)), paragraph)
    return outcome


def question(of: Tomb | Match, script: str) -> Decision[Any]:
    """Play to the end of the script, and give the decision that is open then."""
    table = of.match if isinstance(of, Tomb) else of
    *finished, last = _paragraphs(script)
    for paragraph in finished:
        assert follow(_until_over(turn(table)), paragraph) is None
    rules, answer = turn(table), None
    for entry in read_answers([line.strip() for line in last.split("\n")]):
        answer = match(rules.send(answer), entry)
    asked = rules.send(answer)
    assert isinstance(asked, Decision), f"the rules ask {asked.label!r}"
    return asked


def asked(of: Tomb | Match, script: str = "") -> str:
    """Play to the end of the script, and give question and options as `face draw drop:8d`."""
    decision = question(of, script)
    return " ".join([decision.id, *map(str, decision.options)])


def told(of: Tomb | Match, script: str) -> str:
    """Play, and give what was told, one event a line."""
    table = of.match if isinstance(of, Tomb) else of
    heard: list[Event] = []
    table.attend(heard)
    play(table, script)
    return "\n".join(map(written, heard))


def story(text: str) -> str:
    """Give an indented block of lines as `told` does."""
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def written(event: Event) -> str:
    """Write an event as `card-turned 7s encounter 43`: its fields but seat, turn and audience."""
    values = msgspec.structs.asdict(event)
    details = [value for name, value in values.items() if name not in ("seat", "turn", "to")]
    return " ".join([event.id, *map(_detail, details)])


def _detail(value: object) -> str:
    match value:
        case tuple():
            return "+".join(map(str, value)) or "-"
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
        case _:
            return str(value)


def result(text: str) -> Result:
    """Read a game's result: `4/68`, `dead` or `lost`."""
    if text == "dead":
        return Result("dead", 0, 0)
    if text == "lost":
        return Result("lost", 0, 0)
    kings, points = map(int, text.split("/"))
    return Result("won" if kings == 4 else "escaped", kings, points)


def results(match: Match, texts: Sequence[str]) -> None:
    """End the present game of each seat with these results."""
    for tomb, text in zip(match.tombs, texts, strict=True):
        tomb.result = result(text)
