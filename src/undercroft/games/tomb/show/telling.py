"""The table and the story as text. Every word of them is in `words.toml`; here is only the layout.

The chronicle (N-1 to N-4) is told from events. A wording is picked by a number that comes from the
play's key and the event's position, among wordings that are new or long unheard: the same play
tells the same story, and no sentence comes twice in a row.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from textwrap import fill
from typing import Any, Final, TypeAlias
from zlib import crc32

import msgspec

from undercroft.core.events import Event
from undercroft.core.game import Rows
from undercroft.core.language.stories import capital
from undercroft.core.language.words import Words
from undercroft.games.tomb.cards import ROWS, SKILLS, TREASURE
from undercroft.games.tomb.events import (
    ActionTried,
    CardTurned,
    EncounterMet,
    GameBegan,
    ScrollRead,
    TombEvent,
    TurnBegan,
)
from undercroft.games.tomb.state import Result
from undercroft.games.tomb.view import Covered, MatchView, Opened, TombView

# -- the table ------------------------------------------------------------------------------------

WIDTH: Final = 80
LABEL: Final = 9
CELL: Final = 5
CELLS: Final = (WIDTH - LABEL) // CELL  # turns side by side

Say: TypeAlias = Callable[..., str]
"""Gives a text of the table, by its name, filled with fields."""


def draw_table(rows: Rows, view: MatchView, words: Words) -> str:
    """Draw the table with characters: a line for each place, fit to be read aloud."""
    say = partial(table_text, words)
    blocks = [[*draw_match(view, say)]]
    blocks += [[*draw_tomb(view, tomb, say)] for tomb in view.tombs]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def table_text(words: Words, name: str, **fields: object) -> str:
    """Fill one of the table's texts."""
    return words.fill(words.tables["table"][name], fields)


def row(label: str, *texts: str) -> str:
    """Write a labelled line, wrapped under itself; texts are set apart by semicolons."""
    return fill(
        "; ".join(filter(None, texts)),
        WIDTH,
        initial_indent=label.ljust(LABEL),
        subsequent_indent=" " * LABEL,
        break_long_words=False,
        break_on_hyphens=False,
    )


def draw_match(view: MatchView, say: Say) -> Iterator[str]:
    """Draw what concerns several games: which this is, and how those before it came out."""
    if view.games > 1:
        yield say("game", game=min(view.game, view.games), games=view.games)
    if view.results and (view.games > 1 or len(view.tombs) > 1):
        games = (" - ".join(result_text(result, say) for result in game) for game in view.results)
        yield row(say("results"), *games)


def result_text(result: Result, say: Say) -> str:
    """Write a finished game's record."""
    return say("result", record=result.record, outcome=result.outcome)


def draw_tomb(view: MatchView, tomb: TombView | Covered, say: Say) -> Iterator[str]:
    """Draw one seat's table; in a duel it says whose."""
    if isinstance(tomb, Covered):
        yield say("covered", seat=tomb.seat, finished=tomb.finished)
        return
    if len(view.tombs) > 1:
        yield say("whose", seat=tomb.seat, to_play=view.to_play == tomb.seat and not tomb.result)
    torches = say("burnt", count=len(tomb.torches), cards=tomb.torches)
    yield row(say("torches"), torches, say("scroll-used") if tomb.scroll_used else "")
    yield from draw_dungeon(tomb, say)
    yield from draw_turn(tomb, say)
    yield from draw_player(tomb, say)
    if view.card_count_aid and not tomb.result:
        yield row(say("unseen"), *unseen_by_kind(tomb.unseen, say))
    if tomb.result and tomb.opened:
        yield from draw_end(tomb.result, tomb.opened, say)


def draw_dungeon(tomb: TombView, say: Say) -> Iterator[str]:
    """Draw the delve row and, under it, the retreat row; a very long delve goes on below itself."""
    delve, retreat = delve_row(tomb), retreat_row(tomb)
    for start in range(0, len(delve), CELLS):
        columns = slice(start, start + CELLS)
        depths = [f" {depth}" for depth in range(1, len(delve) + 1)]
        yield cells(say("depth"), depths[columns])
        yield cells(say("delve"), delve[columns])
        if retreat:
            yield cells(say("retreat"), retreat[columns])


def cells(label: str, texts: Sequence[str]) -> str:
    """Write texts in columns."""
    return (label.ljust(LABEL) + "".join(text.ljust(CELL) for text in texts)).rstrip()


def delve_row(tomb: TombView) -> list[str]:
    """Show finished delve turns as [cards], the active one as <cards>."""
    row = [f"[{count}]" for count in tomb.stacks[: tomb.delve_done]]
    if tomb.phase == "delve" and tomb.column:
        row.append(f"<{len(tomb.column)}>")
    return row


def retreat_row(tomb: TombView) -> list[str]:
    """T-4. From right to left; nothing lies under the turning point, and dots are yet to come."""
    if tomb.phase == "delve":
        return []
    row = [" ^", *(f"[{count}]" for count in tomb.stacks[tomb.delve_done :])]
    if tomb.column:
        row.append(f"<{len(tomb.column)}>")
    row += [" ."] * (tomb.delve_done - len(row))
    return row[::-1]


def draw_turn(tomb: TombView, say: Say) -> Iterator[str]:
    """Draw the active turn: where it is, its cards, and what is faced."""
    done = tomb.delve_done if tomb.phase == "delve" else tomb.retreat_done
    where = {"phase": tomb.phase, "of": tomb.delve_done - 1, "under": tomb.delve_done - done - 1}
    if not tomb.column:
        if not tomb.result:
            yield row(say("now"), say("ready", number=done, **where))
        return
    here = say("here", number=done + 1, **where)
    yield row(say("now"), f"{here}: {say('column', cards=tomb.column)}")
    if tomb.encounter:
        danger = say("encounter", kind=ROWS[tomb.encounter].kind, card=tomb.encounter)
        yield row(say("facing"), danger)
    elif tomb.favoured:
        yield row(say("facing"), say("favoured"))


def draw_player(tomb: TombView, say: Say) -> Iterator[str]:
    """Draw hit points, hand and deck."""
    life = say("hit-points", showing=tomb.showing, left=tomb.hit_points)
    yield row(say("life"), life, say("dodge-used") if tomb.dodge_used else "")
    yield row(say("hand"), treasure_in_hand(tomb, say), skills_in_hand(tomb, say))
    returned = say("returned", returned=tomb.returned) if tomb.returned else ""
    yield row(say("deck"), say("left", left=tomb.left, discards=tomb.discards), returned)


def treasure_in_hand(tomb: TombView, say: Say) -> str:
    """Say what the hand is worth."""
    cards = [card for card in tomb.hand if is_treasure(card)]
    if not cards:
        return say("no-treasure")
    return say("treasure", points=tomb.points, kings=tomb.kings, cards=cards)


def skills_in_hand(tomb: TombView, say: Say) -> str:
    """Say which skills are held, if any."""
    skills = [SKILLS.get(card, "dodge") for card in tomb.hand if not is_treasure(card)]
    return say("skills", count=len(skills), skills=skills) if skills else ""


def unseen_by_kind(unseen: Iterable[str], say: Say) -> Iterator[str]:
    """List the cards that may still come, kind by kind."""
    kinds: dict[str, list[str]] = {}
    for id in sorted(unseen, key=[*ROWS].index):
        kinds.setdefault(ROWS[id].kind, []).append(id)
    for kind, cards in kinds.items():
        yield say("unseen-kind", kind=kind, cards=cards)


def draw_end(result: Result, opened: Opened, say: Say) -> Iterator[str]:
    """Draw the result, and what lay face down."""
    fields = msgspec.structs.asdict(result)
    yield row(say("over"), say("score", record=result.record, **fields))
    yield row(say("stacks"), *(say("column", cards=stack) for stack in opened.stacks))
    if opened.discards:
        yield row(say("discards"), say("column", cards=opened.discards))


# -- the chronicle --------------------------------------------------------------------------------

OPENERS: Final = frozenset(
    {
        "game-began",
        "turn-began",
        "turned-back",
        "player-out",
        "series-scored",
        "duel-scored",
        "match-scored",
    }
)
"""Events that begin a paragraph."""

PARTS: Final = {
    "game-began": ("game-began", "start-hp", "start-torches", "start-scroll"),
    "player-died": ("player-died", "haul-lost"),
    "player-lost": ("player-lost", "haul-lost"),
}
"""Events that are told in several sentences."""

NAMING: Final = frozenset(
    {
        "encounter-met",
        "hoard-found",
        "treasure-collected",
        "treasure-dropped",
        "treasure-forfeited",
        "treasure-left",
    }
)
"""Events whose sentences name the treasure that their cards are."""


def chronicle(events: Iterable[Event], words: Words, key: str) -> list[str]:
    """N-1. Tell the story of a play, a paragraph for each turn.

    The key is what the wording comes from: the play's seal, or nothing with real cards, when the
    cards turned so far take its place (N-2).
    """
    teller = Teller(words, key)
    for event in events:
        teller.hear(event)
    return teller.story()


@dataclass
class Scene:
    """What a seat's sentences refer back to."""

    in_duel: bool = False
    rooms: dict[int, str] = field(default_factory=dict)  # by depth: the way out leads through them
    column: int = 0
    encounter: EncounterMet | None = None
    narrow: bool = False  # the last action card was just enough
    relit: bool = False  # by the scroll
    named: set[str] = field(default_factory=set)  # treasures already told of


@dataclass
class Paragraph:
    """Sentences of one turn; in a duel, whose."""

    seat: int | None
    sentences: list[str]


class Teller:
    """Hears a play's events, and tells them."""

    def __init__(self, words: Words, key: str) -> None:
        self.words = words
        self.texts: dict[str, Any] = words.tables["chronicle"]
        self.key = key
        self.turned = ""  # the cards so far
        self.position = 0
        self.games = 0
        self.used: dict[str, int] = {}  # wordings, and when last
        self.scenes: dict[int | None, Scene] = {}
        self.paragraphs: list[Paragraph] = []

    def story(self) -> list[str]:
        """Give the paragraphs told so far."""
        return [self.write(paragraph) for paragraph in self.paragraphs if paragraph.sentences]

    def write(self, paragraph: Paragraph) -> str:
        """Join sentences; in a duel say whose delve it is."""
        text = " ".join(paragraph.sentences)
        if not self.scene(paragraph.seat).in_duel:
            return text
        return self.words.fill(self.texts["whose"], {"seat": paragraph.seat, "sentence": text})

    def hear(self, event: Event) -> None:
        """Tell one event, if it needs telling."""
        self.position += 1
        seat = event.seat if isinstance(event, TombEvent) else None
        self.remember(event, seat)
        if event.id in OPENERS or not self.paragraphs:
            self.paragraphs.append(Paragraph(seat, []))
        parts = [part for part in PARTS.get(event.id, (event.id,)) if part in self.texts]
        fields = self.fields(event, self.scene(seat)) if parts else {}
        for part in parts:
            wordings = self.words.among(self.texts[part], fields)
            if wordings:
                sentence = self.words.fill(self.pick(part, wordings), fields)
                self.paragraphs[-1].sentences.append(capital(sentence))
        if event.id in NAMING:
            self.scene(seat).named.update(cards_of(event))

    def scene(self, seat: int | None) -> Scene:
        """Give a seat's scene."""
        return self.scenes.setdefault(seat, Scene())

    def remember(self, event: Event, seat: int | None) -> None:
        """Keep what later sentences will need."""
        scene = self.scene(seat)
        match event:
            case GameBegan():
                self.games = event.options.games or 1
                self.scenes[seat] = Scene(in_duel=event.options.mode == "duel")
            case TurnBegan():
                scene.encounter = None
                scene.column = event.column
                if event.phase == "delve":
                    scene.rooms[event.column] = self.pick_room(event.column, scene)
            case CardTurned():
                self.turned += event.card
            case EncounterMet():
                scene.encounter = event
            case ActionTried():
                scene.narrow = event.number == event.strength
            case ScrollRead():
                scene.relit = True

    def pick(self, name: str, wordings: Sequence[str]) -> str:
        """N-2. Pick a wording without chance: a new one, or one of those used longest ago."""
        fresh = [wording for wording in wordings if wording not in self.used]
        if not fresh:
            fresh = sorted(wordings, key=self.used.__getitem__)[: (len(wordings) + 1) // 2]
        number = crc32(f"{self.key or self.turned}/{self.position}/{name}".encode())
        wording = fresh[number % len(fresh)]
        self.used[wording] = self.position
        return wording

    def pick_room(self, depth: int, scene: Scene) -> str:
        """Pick a chamber that this delve has not come through yet."""
        rooms = [*self.texts["rooms"][deepness(depth)]]
        seen = scene.rooms.values()
        return self.pick("room", [room for room in rooms if room not in seen] or rooms)

    # -- what sentences are filled with -----------------------------------------------------------

    def fields(self, event: Event, scene: Scene) -> dict[str, object]:
        """Give an event's own fields, and whatever else a sentence may speak of."""
        told: dict[str, Any] = msgspec.structs.asdict(event)
        cards = cards_of(event)
        haul = told.get("haul_lost", ())
        names = {
            **self.danger(scene),
            **self.place(scene),
            "loot": self.treasure(cards, scene),
            "hoards": self.treasure(kings(haul), scene),
        }
        return {
            "games": self.games,
            "relit": scene.relit,
            "hurt": hurt(told.get("amount", told.get("gap", 0))),
            "sort": ROWS[cards[0]].kind if cards else "",
            "haul": haul_of(haul),
            "stage": stage(event) if isinstance(event, TurnBegan) else "",
            **told,
            "gold": gold(told),
            **names,
            **{name.capitalize(): capital(text) for name, text in names.items()},
        }

    def danger(self, scene: Scene) -> dict[str, str]:
        """Name the danger that is faced."""
        met = scene.encounter
        if met is None:
            return {}
        names: dict[str, str] = self.texts["dangers"][met.card]
        grade = graded(met.strength)
        luck = "narrow" if scene.narrow else grade
        prize = self.treasure([met.card], scene)
        return {"kind": met.kind, "grade": grade, "luck": luck, "prize": prize, **names}

    def place(self, scene: Scene) -> dict[str, str]:
        """Name the chamber, as it is known and as it was first seen."""
        room = scene.rooms.get(scene.column)
        return {"room": room, "sight": self.sight(room, scene.column)} if room else {}

    def sight(self, room: str, depth: int) -> str:
        """Describe a chamber."""
        return str(self.texts["rooms"][deepness(depth)][room])

    def treasure(self, cards: Iterable[str], scene: Scene) -> str:
        """Name treasures, `a, b and c`, as new or as known."""
        names: dict[str, dict[str, str]] = self.texts["treasure"]
        known = [("the" if card in scene.named else "a", card) for card in cards if card in names]
        *others, last = [names[card][article] for article, card in known] or [""]
        return str(self.texts["and"]).join(filter(None, (", ".join(others), last)))


def cards_of(event: Event) -> Sequence[str]:
    """List the cards that an event is about."""
    card = getattr(event, "card", None)
    return getattr(event, "cards", (card,) if card else ())


def graded(strength: int) -> str:
    """N-3. Dangers come in three grades."""
    return "slight" if strength <= 4 else "serious" if strength <= 7 else "dreadful"


def hurt(amount: int) -> str:
    """Say how bad a blow is, or a door's cost."""
    return "graze" if amount <= 2 else "wound" if amount <= 5 else "maul"


def deepness(depth: int) -> str:
    """Say which kind of chamber lies at a depth."""
    return "shallow" if depth <= 3 else "middle" if depth <= 7 else "deep"


def stage(event: TurnBegan) -> str:
    """Say which part of the way a turn is."""
    if event.phase == "retreat":
        return "last" if event.column == 1 else "back"
    return "first" if event.column == 1 else deepness(event.column)


def gold(told: dict[str, Any]) -> str:
    """P-4. Write gold pieces: a hundred for each point."""
    pieces = told.get("gold", 100 * told.get("worth", told.get("total", 0)))
    return f"{pieces:,}"


def kings(cards: Iterable[str]) -> list[str]:
    """Find the kings among cards."""
    return [card for card in cards if ROWS[card].kind == "hoard"]


def haul_of(cards: Sequence[str]) -> str:
    """Say what the dead and the lost had with them."""
    if kings(cards):
        return "hoards"
    return "treasure" if any(map(is_treasure, cards)) else "nothing"


def is_treasure(card: str) -> bool:
    """Whether a card is treasure."""
    return ROWS[card].kind in TREASURE
