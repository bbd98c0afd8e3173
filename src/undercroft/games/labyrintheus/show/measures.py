"""What a study of Labyrintheus measures.

plays       how plays end, and how long they take
personas    who wins, and how
seats       the same by seat
turn-order  the same by who moves first, second ...
encounters  what becomes of those who face each monster, trap and Titan
dealt       wins of seats that were dealt a treasure card, against those that were not
cards       the same of seats that gained it, then or later
used        wins of seats that used a card they had gained, against those that did not
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Sheet
from undercroft.games.labyrintheus.components.personas import PERSONAS, Symbol
from undercroft.games.labyrintheus.components.treasures import TREASURES
from undercroft.games.labyrintheus.events import (
    AbilityPlayed,
    CardMoved,
    ContestDecided,
    DamageTaken,
    DifficultyRaised,
    DirectionReversed,
    EncounterRevealed,
    FirstPlayer,
    GameStarted,
    GateStoneGained,
    GateStonesLost,
    GateStoneStolen,
    HuntAnnounced,
    ItemUsed,
    PlayerDied,
    PotionDrunk,
    TreasureHeld,
    TurnStarted,
    UndeadCrumbled,
)

SYMBOLS: Final[Mapping[str, Symbol]] = {persona.id: persona.symbol for persona in PERSONAS}

HEARD: Final = frozenset(
    {
        AbilityPlayed,
        CardMoved,
        ContestDecided,
        DamageTaken,
        DifficultyRaised,
        DirectionReversed,
        EncounterRevealed,
        FirstPlayer,
        GameStarted,
        GateStoneGained,
        GateStonesLost,
        GateStoneStolen,
        HuntAnnounced,
        ItemUsed,
        PlayerDied,
        PotionDrunk,
        TreasureHeld,
        TurnStarted,
        UndeadCrumbled,
    }
)
"""What is measured: less than half of all that is told."""


@dataclass
class Contestant:
    """A seat, as far as it is measured."""

    persona: str
    stones: int = 0
    died: bool = False
    dealt: set[str] = field(default_factory=set)
    gained: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)


@dataclass
class Contest:
    """A card faced, until the next one is."""

    card: str
    won: bool
    damage: int = 0
    deadly: bool = False


@dataclass
class Measuring:
    """A play, as far as it is measured."""

    seats: list[Contestant] = field(default_factory=list)
    first: int = 0
    turns: int = 0
    rounds: int = 0
    difficulty: int = 0
    hunts: int = 0
    contest: Contest | None = None
    contests: list[Contest] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        """Remember what an event says."""
        match event:
            case ItemUsed(seat=seat, card=card) | PotionDrunk(seat=seat, card=card):
                self.seats[seat].used.add(card)
            case AbilityPlayed(seat=seat, card=card) | DirectionReversed(seat=seat, card=card):
                self.seats[seat].used.add(card)
            case TreasureHeld(seat=seat, cards=cards):
                self.seats[seat].gained.update(cards)
                if not self.rounds:
                    self.seats[seat].dealt.update(cards)
            case CardMoved(taker=seat, card=card):
                self.seats[seat].gained.add(card)
            case EncounterRevealed():
                self.contest = None
            case ContestDecided(kind=kind, against=card, won=won):
                self.contest = Contest(card, won) if kind != "attack" else None
                if self.contest:
                    self.contests.append(self.contest)
            case DamageTaken(amount=amount):
                if self.contest:
                    self.contest.damage += amount
            case TurnStarted(turn=turn, round=number):
                self.turns, self.rounds, self.contest = turn, number, None
            case DifficultyRaised():
                self.difficulty += 1
            case HuntAnnounced():
                self.hunts += 1
            case GameStarted(personas=personas):
                self.seats = [Contestant(persona) for persona in personas]
            case FirstPlayer(seat=seat):
                self.first = seat
            case PlayerDied(seat=seat):
                self.seats[seat].died = True
                if self.contest:
                    self.contest.deadly = True
                self.fall(event)
            case UndeadCrumbled():
                self.fall(event)
            case GateStoneGained(seat=seat, stones=stones):
                self.seats[seat].stones = stones
            case GateStonesLost(seat=seat, stones=stones):
                self.seats[seat].stones = stones
            case GateStoneStolen(giver=giver, taker=taker):
                self.seats[giver].stones = event.stones_giver
                self.seats[taker].stones = event.stones_taker

    def fall(self, event: PlayerDied | UndeadCrumbled) -> None:
        """R-35. Stones of the fallen go to somebody, or back."""
        self.seats[event.seat].stones = 0
        if event.stones_to is not None:
            self.seats[event.stones_to].stones += event.stones

    def note_play(self, outcome: Outcome, sheet: Sheet) -> None:
        """Note the play's end and length, and what came of each card faced."""
        for row in ("all", outcome.name):
            sheet.note(
                "plays",
                row,
                turns=self.turns,
                rounds=self.rounds,
                deaths=sum([contestant.died for contestant in self.seats]),
                hunts=self.hunts,
                difficulty=self.difficulty,
            )
        for contest in self.contests:
            sheet.note(
                "encounters",
                contest.card,
                beaten=contest.won,
                damage=contest.damage,
                deadly=contest.deadly,
            )

    def note_seats(self, outcome: Outcome, sheet: Sheet) -> None:
        """Note how each seat fared, and with which cards: those of personas out of play are not."""
        symbols = {SYMBOLS[contestant.persona] for contestant in self.seats}
        in_play = tuple([card.id for card in TREASURES if card.symbol in symbols])
        for seat, contestant in enumerate(self.seats):
            won = seat in outcome.winners
            place = (seat - self.first) % len(self.seats)
            for table, row in (
                ("personas", contestant.persona),
                ("seats", str(seat + 1)),
                ("turn-order", str(place + 1)),
            ):
                sheet.note(
                    table,
                    row,
                    won=won,
                    portal=won and outcome.name == "portal",
                    last_alive=won and outcome.name == "last-alive",
                    timeout=won and outcome.name == "timeout",
                    died=contestant.died,
                    stones=contestant.stones,
                )
            sheet.among("dealt", in_play, contestant.dealt, won)
            sheet.among("cards", in_play, contestant.gained, won)
            sheet.among("used", tuple(sorted(contestant.gained)), contestant.used, won)


def measure(events: Sequence[Event], outcome: Outcome, sheet: Sheet) -> None:
    """Measure a play."""
    measuring = Measuring()
    for event in events:
        if type(event) in HEARD:
            measuring.hear(event)
    measuring.note_play(outcome, sheet)
    measuring.note_seats(outcome, sheet)
