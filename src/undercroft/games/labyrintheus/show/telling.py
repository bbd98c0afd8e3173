"""The table and the story as text. Every word is in `words.toml`; here is only the layout."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from textwrap import fill
from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from undercroft.core.events import Event
from undercroft.core.game import Rows
from undercroft.core.language.stories import Teller
from undercroft.core.language.words import Words
from undercroft.games.labyrintheus.events import PersonaChosen, PlayerDied
from undercroft.games.labyrintheus.view import HeroView, MazeView

WIDTH: Final = 80
INDENT: Final = 5

Say: TypeAlias = Callable[..., str]
"""Gives a text of the table, by its name, filled with fields."""


def draw_table(rows: Rows, view: MazeView, words: Words) -> str:
    """Draw the table with characters: a block for each seat, fit to be read aloud."""
    say = partial(table_text, words)
    blocks = [draw_state(view, say)]
    blocks += [draw_hero(rows, view, hero, say) for hero in view.heroes]
    blocks.append(draw_middle(rows, view, say))
    return "\n".join(line for block in blocks for line in block)


def table_text(words: Words, name: str, **fields: object) -> str:
    """Fill one of the table's texts."""
    return words.fill(words.tables["table"][name], fields)


def wrapped(*texts: str, indent: int = 0, first: str = "") -> str:
    """Write texts, set apart by semicolons, within the width."""
    return fill(
        "; ".join(filter(None, texts)),
        WIDTH,
        initial_indent=first or " " * indent,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
    )


def draw_state(view: MazeView, say: Say) -> Iterator[str]:
    """Draw what concerns everybody: time, direction, difficulty, decks, portal."""
    if view.phase == "setup":
        if view.personas:
            yield wrapped(say("personas-left", personas=view.personas), indent=INDENT, first=" ")
        return
    seen = msgspec.structs.asdict(view)
    yield wrapped(say("time", **seen), say("direction", **seen))
    yield wrapped(say("difficulty", **seen), say("decks", **seen), say("discards", **counts(view)))
    if view.portal_owner is not None:
        yield wrapped(say("portal", **seen, waiting=bool(view.still_to_move)))


def counts(view: MazeView) -> dict[str, int]:
    """Count the discards."""
    return {
        "encounter_discard": len(view.encounter_discard),
        "treasure_discard": len(view.treasure_discard),
    }


def draw_hero(rows: Rows, view: MazeView, hero: HeroView, say: Say) -> Iterator[str]:
    """Draw one seat: its numbers, what it wears, and its backpack as far as it is known."""
    to_play = hero.seat == view.acting and view.phase != "setup"
    seen = msgspec.structs.asdict(hero)
    whose = say("whose", **seen, symbol=rows[hero.persona].symbol, to_play=to_play)
    yield wrapped(say("hero", **seen, whose=whose), lasting(hero, say), indent=INDENT, first="  ")
    if hero.undead:
        special = rows[hero.persona].undead_special
        yield wrapped(say("undead", special=special, crumbled=hero.crumbled), indent=INDENT)
    else:
        yield wrapped(say("wears"), *worn(rows, hero, say), indent=INDENT).replace(":;", ":", 1)
    if hero.seat == view.seat:
        cards = [say("card", card=rows[card]) for card in hero.known]
        yield wrapped(say("backpack", count=hero.backpack), *cards, indent=INDENT).replace(
            ":;", ":", 1
        )
    else:
        yield wrapped(say("others-backpack", **seen, sure=bool(hero.known)), indent=INDENT)


def lasting(hero: HeroView, say: Say) -> str:
    """Say what lasts until the turn ends, if anything."""
    texts = [say(name, amount=n) for name in ("might", "stoneskin") if (n := getattr(hero, name))]
    return ", ".join(texts)


def worn(rows: Rows, hero: HeroView, say: Say) -> Iterator[str]:
    """Say what lies in the slots, one after another."""
    for slot in hero.slots:
        if slot.card is None:
            yield say("empty", slot=slot.slot)
        else:
            yield say("worn", slot=slot.slot, card=rows[slot.card], counters=slot.counters)


def draw_middle(rows: Rows, view: MazeView, say: Say) -> Iterator[str]:
    """Draw what lies in the middle: the encounter, the contest, the damage on its way."""
    texts = []
    if view.encounter is not None:
        texts.append(say("encounter", card=rows[view.encounter]))
    if view.contest is not None:
        contest = msgspec.structs.asdict(view.contest)
        thrown = "critical" if view.contest.critical else "yes" if view.contest.dice else "no"
        texts.append(say("contest", **contest, thrown=thrown))
    if view.blow is not None:
        texts.append(say("blow", **msgspec.structs.asdict(view.blow)))
    if texts:
        yield wrapped(*texts, indent=INDENT, first="* ")


# -- the chronicle --------------------------------------------------------------------------------

PEOPLE: Final = (
    "seat",
    "target",
    "by",
    "giver",
    "taker",
    "before",
    "owner",
    "attacker",
    "stones_to",
    "next",
)
"""Fields of events that are seats, and are told as personas."""


def chronicle(events: Iterable[Event], words: Words, key: str) -> list[str]:
    """Tell the story of a play, a paragraph for each turn."""
    return MazeTeller(words, key).story(events)


class MazeTeller(Teller):
    """Tells of personas, living and undead; what is told to one seat alone is no story."""

    openers: ClassVar[frozenset[str]] = frozenset({"turn-started"})

    def __init__(self, words: Words, key: str) -> None:
        super().__init__(words, key)
        self.personas: dict[int, str] = {}
        self.dead: list[int] = []

    def hear(self, event: Event) -> None:
        """Tell one event, if it needs telling."""
        if isinstance(event, PersonaChosen):
            self.personas[event.seat] = event.persona
        if event.to is None:
            super().hear(event)
        else:
            self.position += 1
        if isinstance(event, PlayerDied):
            self.dead.append(event.seat)

    def fields(self, event: Event) -> dict[str, Any]:
        """Give an event's fields, with the people in it as personas."""
        fields = super().fields(event)
        for name in PEOPLE:
            if isinstance(fields.get(name), int):
                fields[f"{name}_undead"] = fields[name] in self.dead
                fields[name] = self.name(fields[name])
        if "winners" in fields:
            behind = [seat for seat in fields["places"] if seat not in fields["winners"]]
            fields["winners"] = [self.name(seat) for seat in fields["winners"]]
            fields["behind"] = ", then ".join(map(self.name, behind))
        if "personas" in fields and self.words.is_called:  # who is who
            cast = enumerate(fields["personas"])
            text = self.texts["played-by"]
            fields["personas"] = [self.words.fill(text, {"persona": p, "seat": n}) for n, p in cast]
        return fields

    def name(self, seat: int) -> str:
        """Call a seat by its persona."""
        names: dict[str, str] = self.texts["names"]
        return names.get(self.personas.get(seat, ""), self.words.player(seat))
