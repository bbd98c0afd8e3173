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

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Sheet
from undercroft.games.talisman import events as told
from undercroft.games.talisman.components.abilities import ABILITIES
from undercroft.games.talisman.components.adventures import FOLLOWERS, OBJECTS
from undercroft.games.talisman.components.purchases import PURCHASES, SPECIAL_FOLLOWERS
from undercroft.games.talisman.components.treasures import TREASURES

THINGS: Final = tuple(
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

    def __init__(self, seats: int, sheet: Sheet) -> None:
        self.sheet = sheet
        self.seats = [Fared() for _ in range(seats)]

    def hear(self, event: Event) -> None:
        """Remember what an event says, or note it."""
        match event:
            case told.GameEnded():
                self.note_end(event)
            case told.GateMonster() | told.GateMonsterMoved() | told.RoundStarted():
                pass
            case told.TalismanEvent(seat=int(seat)):
                self.hear_seat(event, self.seats[seat])

    def hear_seat(self, event: Event, seat: Fared) -> None:
        """Hear what one seat does, or what befalls it."""
        match event:
            case told.TurnStarted() | told.TurnEnded() | told.Moved():
                self.close(seat)
            case told.CharacterDealt(character=character):
                seat.character = character
            case told.RoomEntered(name=name):
                seat.room = Stay(name)
            case told.TrapSprung(name=name):
                seat.trap = Stay(name)
            case told.LifeLost(n=n):
                for stay in seat.stays():
                    stay.lives += n
            case told.GoldChanged(by=by):
                for stay in seat.stays():
                    stay.gold += by
            case told.ObjectGained(card=thing) | told.FollowerJoined(card=thing):
                seat.things.add(thing)
            case told.AbilityGained(ability=thing):
                seat.things.add(thing)
            case told.SpellCast(spell=spell):
                seat.cast.append(spell)
            case told.Died():
                self.note_death(event, seat)
            case _:
                self.hear_fight(event, seat)

    def hear_fight(self, event: Event, seat: Fared) -> None:
        """Hear how a fight goes."""
        match event:
            case told.EnemyMet(card=card):
                seat.foe = card
            case told.FightWon() | told.FightDrawn() | told.FightLost() | told.Evaded() if seat.foe:
                won, lost = isinstance(event, told.FightWon), isinstance(event, told.FightLost)
                evaded = isinstance(event, told.Evaded)
                self.sheet.note("enemies", seat.foe, won=won, lost=lost, evaded=evaded)
                seat.foe = ""

    def close(self, seat: Fared) -> None:
        """Note what a room or a trap has come to: he moves on, or another's turn begins."""
        for table, stay in (("rooms", seat.room), ("traps", seat.trap)):
            if stay is not None:
                lost = stay.lives
                self.sheet.note(table, stay.name, lives=lost, gold=stay.gold, died=stay.died)
        seat.room = seat.trap = None

    def note_death(self, event: told.Died, seat: Fared) -> None:
        """Note what killed a character."""
        for stay in seat.stays():
            stay.died = True
        self.close(seat)
        self.sheet.note("deaths", event.cause, round=event.round)
        self.sheet.note("characters", event.character, won=False, died=True)

    def note_end(self, event: told.GameEnded) -> None:
        """Note how the play ended, and who came out how."""
        for row in ("all", event.reason):
            self.sheet.note("plays", row, rounds=event.round)
        for number, (seat, score) in enumerate(zip(self.seats, event.scores, strict=True)):
            self.close(seat)
            won = number in event.winners
            self.sheet.note("seats", str(number + 1), won=won, score=score)
            if score:
                self.sheet.note("characters", seat.character, won=won, died=False, score=score)
            self.sheet.among("things", THINGS, seat.things, won)
            for spell in seat.cast:
                self.sheet.note("spells", spell, won=won)


def measure(events: Sequence[Event], outcome: Outcome, sheet: Sheet) -> None:
    """Measure a play."""
    measuring = Measuring(len(outcome.scores), sheet)
    for event in events:
        measuring.hear(event)
