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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Outcome
from undercroft.core.measuring.measures import Notes
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

    def start(self, event: GameStarted) -> None:
        """The seats have their personas."""
        self.seats = [Contestant(persona) for persona in event.personas]

    def begin_with(self, event: FirstPlayer) -> None:
        """A seat moves first."""
        self.first = event.seat

    def start_turn(self, event: TurnStarted) -> None:
        """A turn begins: nothing is faced yet."""
        self.turns, self.rounds, self.contest = event.turn, event.round, None

    def raise_difficulty(self, event: DifficultyRaised) -> None:
        """The maze grows harder."""
        self.difficulty += 1

    def hunt(self, event: HuntAnnounced) -> None:
        """A Titan is hunted."""
        self.hunts += 1

    def reveal(self, event: EncounterRevealed) -> None:
        """Another card is faced."""
        self.contest = None

    def decide(self, event: ContestDecided) -> None:
        """It is won or lost."""
        self.contest = None
        if event.kind != "attack":
            self.contest = Contest(event.against, event.won)
            self.contests.append(self.contest)

    def hurt(self, event: DamageTaken) -> None:
        """It costs health."""
        if self.contest:
            self.contest.damage += event.amount

    def hold(self, event: TreasureHeld) -> None:
        """A seat draws cards; those before the first round are dealt."""
        contestant = self.seats[event.seat]
        contestant.gained.update(event.cards)
        if not self.rounds:
            contestant.dealt.update(event.cards)

    def take(self, event: CardMoved) -> None:
        """A seat gets a card from another."""
        self.seats[event.taker].gained.add(event.card)

    def use(self, event: ItemUsed | PotionDrunk | AbilityPlayed | DirectionReversed) -> None:
        """A seat uses a card."""
        self.seats[event.seat].used.add(event.card)

    def count_stones(self, event: GateStoneGained | GateStonesLost) -> None:
        """A seat has more stones, or fewer."""
        self.seats[event.seat].stones = event.stones

    def steal(self, event: GateStoneStolen) -> None:
        """A stone changes hands."""
        self.seats[event.giver].stones = event.stones_giver
        self.seats[event.taker].stones = event.stones_taker

    def die(self, event: PlayerDied) -> None:
        """A seat dies, of what it faces."""
        self.seats[event.seat].died = True
        if self.contest:
            self.contest.deadly = True
        self.fall(event)

    def fall(self, event: PlayerDied | UndeadCrumbled) -> None:
        """R-35. Stones of the fallen go to somebody, or back."""
        self.seats[event.seat].stones = 0
        if event.stones_to is not None:
            self.seats[event.stones_to].stones += event.stones

    def note_play(self, outcome: Outcome, notes: Notes) -> None:
        """Note the play's end and length, and what came of each card faced."""
        for row in ("all", outcome.name):
            notes.note(
                "plays",
                row,
                turns=self.turns,
                rounds=self.rounds,
                deaths=sum([contestant.died for contestant in self.seats]),
                hunts=self.hunts,
                difficulty=self.difficulty,
            )
        for contest in self.contests:
            notes.note(
                "encounters",
                contest.card,
                beaten=contest.won,
                damage=contest.damage,
                deadly=contest.deadly,
            )

    def note_seats(self, outcome: Outcome, notes: Notes) -> None:
        """Note how each seat fared, and with which cards: those of personas out of play are not."""
        symbols = {SYMBOLS[contestant.persona] for contestant in self.seats}
        in_play = frozenset([card.id for card in TREASURES if card.symbol in symbols])
        for seat, contestant in enumerate(self.seats):
            won = seat in outcome.winners
            place = (seat - self.first) % len(self.seats)
            for table, row in (
                ("personas", contestant.persona),
                ("seats", str(seat + 1)),
                ("turn-order", str(place + 1)),
            ):
                notes.note(
                    table,
                    row,
                    won=won,
                    portal=won and outcome.name == "portal",
                    last_alive=won and outcome.name == "last-alive",
                    timeout=won and outcome.name == "timeout",
                    died=contestant.died,
                    stones=contestant.stones,
                )
            notes.among("dealt", in_play, contestant.dealt, won)
            notes.among("cards", in_play, contestant.gained, won)
            notes.among("used", frozenset(contestant.gained), contestant.used, won)


HEARS: Final[dict[type[Event], Callable[[Measuring, Any], None]]] = {
    GameStarted: Measuring.start,
    FirstPlayer: Measuring.begin_with,
    TurnStarted: Measuring.start_turn,
    DifficultyRaised: Measuring.raise_difficulty,
    HuntAnnounced: Measuring.hunt,
    EncounterRevealed: Measuring.reveal,
    ContestDecided: Measuring.decide,
    DamageTaken: Measuring.hurt,
    TreasureHeld: Measuring.hold,
    CardMoved: Measuring.take,
    ItemUsed: Measuring.use,
    PotionDrunk: Measuring.use,
    AbilityPlayed: Measuring.use,
    DirectionReversed: Measuring.use,
    GateStoneGained: Measuring.count_stones,
    GateStonesLost: Measuring.count_stones,
    GateStoneStolen: Measuring.steal,
    PlayerDied: Measuring.die,
    UndeadCrumbled: Measuring.fall,
}
"""What is made of each event."""


def measure(events: Sequence[Event], outcome: Outcome, notes: Notes) -> None:
    """Measure a play."""
    measuring = Measuring()
    for event in events:
        hear = HEARS.get(type(event))
        if hear is not None:
            hear(measuring, event)
    measuring.note_play(outcome, notes)
    measuring.note_seats(outcome, notes)
