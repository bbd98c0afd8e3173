"""What a study of Talisman measures.

plays       how plays ended, and after how many rounds
characters  how each character fared: wins, deaths, what he was worth when the play was over
seats       wins and scores by seat
deaths      what killed characters, and when
enemies     what came of fights, by whom or what was fought
rooms       what each special room cost and brought, for each visit
traps       what each trap cost, each time it was sprung
things      wins of seats that came by an Object, a Follower or an ability, against those without
spells      how often Spells were cast, and by winners
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes
from undercroft.games.talisman import events as told
from undercroft.games.talisman.components.abilities import ABILITIES
from undercroft.games.talisman.components.adventures import FOLLOWERS, OBJECTS
from undercroft.games.talisman.components.purchases import PURCHASES, SPECIAL_FOLLOWERS
from undercroft.games.talisman.components.treasures import TREASURES

THINGS: Final = frozenset(
    [card.id for card in (*PURCHASES, *SPECIAL_FOLLOWERS, *FOLLOWERS, *ABILITIES)]
    + [card.id for card in (*TREASURES, *OBJECTS) if card.found is None]
)


@dataclass
class Stay:
    """What has happened in a room since he entered it, or from a trap since it was sprung."""

    name: str
    lives: int = 0
    gold: int = 0
    died: bool = False


@dataclass
class Fared:
    """How a seat has fared so far."""

    character: str = ""
    foe: str = ""
    room: Stay | None = None
    trap: Stay | None = None
    things: set[str] = field(default_factory=set)
    cast: list[str] = field(default_factory=list)

    def stays(self) -> list[Stay]:
        """What he suffers or enjoys now is put down to."""
        return [stay for stay in (self.room, self.trap) if stay is not None]


class Measuring:
    """A play, as far as it is measured."""

    def __init__(self, seats: int, notes: Notes) -> None:
        self.notes = notes
        self.seats = [Fared() for _ in range(seats)]

    def seat_of(self, event: told.TalismanEvent) -> Fared:
        """Whose event it is."""
        assert event.seat is not None  # noqa: S101 (what is heard befalls somebody)
        return self.seats[event.seat]

    def deal(self, event: told.CharacterDealt) -> None:
        """A seat has its character."""
        self.seat_of(event).character = event.character

    def go_on(self, event: told.TurnStarted | told.TurnEnded | told.Moved) -> None:
        """He is done with what was here."""
        self.close(self.seat_of(event))

    def enter(self, event: told.RoomEntered) -> None:
        """He enters a room."""
        self.seat_of(event).room = Stay(event.name)

    def spring(self, event: told.TrapSprung) -> None:
        """He springs a trap."""
        self.seat_of(event).trap = Stay(event.name)

    def lose_lives(self, event: told.LifeLost) -> None:
        """It costs lives."""
        for stay in self.seat_of(event).stays():
            stay.lives += event.n

    def change_gold(self, event: told.GoldChanged) -> None:
        """It brings gold, or costs it."""
        for stay in self.seat_of(event).stays():
            stay.gold += event.by

    def gain_card(self, event: told.ObjectGained | told.FollowerJoined) -> None:
        """He comes by an Object or a Follower."""
        self.seat_of(event).things.add(event.card)

    def gain_ability(self, event: told.AbilityGained) -> None:
        """He comes by an ability."""
        self.seat_of(event).things.add(event.ability)

    def cast(self, event: told.SpellCast) -> None:
        """He casts a Spell."""
        self.seat_of(event).cast.append(event.spell)

    def meet(self, event: told.EnemyMet) -> None:
        """He meets an Enemy."""
        self.seat_of(event).foe = event.card

    def win(self, event: told.FightWon) -> None:
        """He beats it."""
        self.note_fight(self.seat_of(event), won=True)

    def draw(self, event: told.FightDrawn) -> None:
        """Neither wins."""
        self.note_fight(self.seat_of(event))

    def lose(self, event: told.FightLost) -> None:
        """It beats him."""
        self.note_fight(self.seat_of(event), lost=True)

    def evade(self, event: told.Evaded) -> None:
        """He gets away from it."""
        self.note_fight(self.seat_of(event), evaded=True)

    def note_fight(
        self, seat: Fared, *, won: bool = False, lost: bool = False, evaded: bool = False
    ) -> None:
        """Note what came of a fight, if it was one against an Enemy."""
        if seat.foe:
            self.notes.note("enemies", seat.foe, won=won, lost=lost, evaded=evaded)
            seat.foe = ""

    def close(self, seat: Fared) -> None:
        """Note what a room or a trap has come to: he moves on, or another's turn begins."""
        for table, stay in (("rooms", seat.room), ("traps", seat.trap)):
            if stay is not None:
                lost = stay.lives
                self.notes.note(table, stay.name, lives=lost, gold=stay.gold, died=stay.died)
        seat.room = seat.trap = None

    def die(self, event: told.Died) -> None:
        """Note what killed a character."""
        seat = self.seat_of(event)
        for stay in seat.stays():
            stay.died = True
        self.close(seat)
        self.notes.note("deaths", event.cause, round=event.round)
        self.notes.note("characters", event.character, won=False, died=True)

    def end(self, event: told.GameEnded) -> None:
        """Note how the play ended, and who came out how."""
        for row in ("all", event.reason):
            self.notes.note("plays", row, rounds=event.round)
        for number, (seat, score) in enumerate(zip(self.seats, event.scores, strict=True)):
            self.close(seat)
            won = number in event.winners
            self.notes.note("seats", str(number + 1), won=won, score=score)
            if score:
                self.notes.note("characters", seat.character, won=won, died=False, score=score)
            self.notes.among("things", THINGS, seat.things, won)
            for spell in seat.cast:
                self.notes.note("spells", spell, won=won)


HEARS: Final[dict[type[Event], Callable[[Measuring, Any], None]]] = {
    told.CharacterDealt: Measuring.deal,
    told.TurnStarted: Measuring.go_on,
    told.TurnEnded: Measuring.go_on,
    told.Moved: Measuring.go_on,
    told.RoomEntered: Measuring.enter,
    told.TrapSprung: Measuring.spring,
    told.LifeLost: Measuring.lose_lives,
    told.GoldChanged: Measuring.change_gold,
    told.ObjectGained: Measuring.gain_card,
    told.FollowerJoined: Measuring.gain_card,
    told.AbilityGained: Measuring.gain_ability,
    told.SpellCast: Measuring.cast,
    told.EnemyMet: Measuring.meet,
    told.FightWon: Measuring.win,
    told.FightDrawn: Measuring.draw,
    told.FightLost: Measuring.lose,
    told.Evaded: Measuring.evade,
    told.Died: Measuring.die,
    told.GameEnded: Measuring.end,
}
"""What is made of each event."""


def measure(events: Sequence[Event], outcome: Outcome, notes: Notes) -> None:
    """Measure a play."""
    measuring = Measuring(len(outcome.scores), notes)
    for event in events:
        hear = HEARS.get(type(event))
        if hear is not None:
            hear(measuring, event)
