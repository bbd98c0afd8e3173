"""The table and the story as text. Every word is in `words.toml`; here is only the layout."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from textwrap import fill
from typing import Final, NamedTuple, TypeAlias

from undercroft.core.events import Event
from undercroft.core.game import Rows
from undercroft.core.language.standing import standing, standing_in_story
from undercroft.core.language.stories import Teller, capital
from undercroft.core.language.words import Words
from undercroft.games.talisman.board import LETTERS, SIZE, name
from undercroft.games.talisman.components.kinds import Happening, Tile
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.events.base import TalismanEvent
from undercroft.games.talisman.events.finds import EventStruck
from undercroft.games.talisman.events.journey import (
    CharacterDealt,
    GameEnded,
    Moved,
    TilePlaced,
    TurnStarted,
)
from undercroft.games.talisman.events.struggle import (
    CharacterAttacked,
    EnemyCharacterMet,
    EnemyMet,
    Replaced,
)
from undercroft.games.talisman.view import HeroView, MazeView, PlaceView, SquareView

WIDTH: Final = 80
CELL: Final = 5
INDENT: Final = "   "
MOST_SEATS: Final = 6
NAMED: Final = frozenset({"character-dealt", "replaced", "out", "game-ended", "game-started"})
"""Events whose people a story calls by their own names."""

Say: TypeAlias = Callable[..., str]
"""Gives a text of the table, by its name, filled with fields."""


def draw_table(rows: Rows, view: MazeView, words: Words) -> str:
    """Draw the table with characters: the Labyrinth, what is where, and every character."""
    say = partial(table_text, words)
    blocks = [
        [*draw_head(view, say)],
        [*draw_labyrinth(rows, view, say)],
        [*draw_land(view, say)],
        *[[*draw_place(view, place, say)] for place in view.places],
        [*draw_piles(view, say)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def table_text(words: Words, name: str, **fields: object) -> str:
    """Fill one of the table's texts."""
    return words.fill(words.tables["table"][name], fields)


def row(*texts: str, indent: str = "") -> str:
    """Write a line, wrapped under itself; texts are set apart by semicolons."""
    return fill(
        "; ".join(filter(None, texts)),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=INDENT + indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def draw_head(view: MazeView, say: Say) -> Iterator[str]:
    """Say which game, which round, and how the King stands."""
    cap, turn = view.round_cap, view.to_play
    yield row(
        say("head", scenario=view.scenario, round=view.round, cap=cap),
        say("king", king=view.king, scales=view.scales) if view.finish == "master" else "",
        say("turn", seat=turn) if len(view.places) > 1 else "",
    )
    for realm, until in view.silence:
        yield row(say("silence", realm=realm, until=until))


# -- the Labyrinth --------------------------------------------------------------------------------


def draw_labyrinth(rows: Rows, view: MazeView, say: Say) -> Iterator[str]:
    """Draw the board, and tell every tile in words."""
    if not view.board:
        return
    tiles = {square.square: square for square in view.board}
    yield (INDENT + "".join(letter.center(CELL) for letter in "abcdefg")).rstrip()
    for line in range(SIZE):
        cells = [draw_cell(rows, view, tiles, name(line * SIZE + column)) for column in range(SIZE)]
        for part, label in zip(range(3), ("", str(line + 1), ""), strict=True):
            yield (label.ljust(len(INDENT)) + "".join(cell[part] for cell in cells)).rstrip()
    yield row(say("legend"))
    yield row(*[tile_in_words(square, say) for square in view.board])
    if view.monsters:
        yield row(*[say("monster", card=card, square=square) for card, square in view.monsters])


def draw_cell(
    rows: Rows, view: MazeView, tiles: dict[str, SquareView], square: str
) -> Sequence[str]:
    """Draw a square in three lines of five characters."""
    seen = tiles.get(square)
    here = [place.hero for place in view.places if place.hero and place.hero.place == square]
    seats = "".join(str(hero.seat + 1) for hero in here)
    if seen is None:
        return ("     ", "  .  ", "     ")
    if seen.destroyed:
        return ("     ", "  #  ", "     ")
    if seen.hidden:
        return ("     ", "  ?  ", "     ")
    north, east, south, west = [letter in seen.passages for letter in LETTERS]
    middle = (seats or symbol(rows, seen)).center(3)
    return (
        "  |  " if north else "     ",
        f"{'-' if west else ' '}{middle[:3]}{'-' if east else ' '}",
        "  |  " if south else "     ",
    )


def symbol(rows: Rows, square: SquareView) -> str:
    """The sign of a tile: the letter of a special room, or its kind."""
    tile = rows[square.tile] if square.tile else None
    letter = getattr(tile, "letter", "")
    if letter:
        return "G" if letter.startswith("G-") else str(letter)
    return {"corridor": "+", "room": "o", "entrance": "^"}[getattr(tile, "kind", "room")]


def tile_in_words(square: SquareView, say: Say) -> str:
    """Tell a tile: where, which, and what has become of it."""
    if square.destroyed:
        return say("destroyed", square=square.square)
    if square.hidden:
        return say("hidden", square=square.square, tile=square.tile)
    more = [*square.marks, *([square.counter] if square.counter else [])]
    more += [say("spent")] if square.spent else []
    return say("tile", square=square.square, tile=square.tile, more=more, count=len(more))


# -- the Land and the piles -----------------------------------------------------------------------


def draw_land(view: MazeView, say: Say) -> Iterator[str]:
    """Tell which cards lie on which spaces."""
    for space, cards in view.lying:
        yield row(say("lying", space=space, cards=cards))


def draw_piles(view: MazeView, say: Say) -> Iterator[str]:
    """Tell how many pieces and cards are left."""
    decks = [say("deck", deck=deck, count=count) for deck, count in view.decks]
    yield row(say("pool", count=view.pool), *decks, say("reserve", count=view.talismans))


# -- characters -----------------------------------------------------------------------------------


def draw_place(view: MazeView, place: PlaceView, say: Say) -> Iterator[str]:
    """Draw a seat and its character."""
    hero = place.hero
    if hero is None:
        yield row(say("empty-seat", seat=place.seat, out=place.out, spares=place.spares))
        return
    yield row(say("hero", **fields_of(hero)), say("score", score=place.score, scales=place.scales))
    yield from draw_belongings(hero, say)
    if view.seat == place.seat:
        secrets = (*view.hand, *view.scrolls, *view.stored)
        if secrets:
            yield row(say("your-spells", spells=secrets), indent=INDENT)


def fields_of(hero: HeroView) -> dict[str, object]:
    """What the line of a character tells."""
    return {
        "seat": hero.seat,
        "character": hero.character,
        "place": hero.place,
        "strength": hero.strength,
        "craft": hero.craft,
        "lives": hero.lives,
        "quota": hero.quota,
        "gold": hero.gold,
        "xp": hero.xp,
    }


def draw_belongings(hero: HeroView, say: Say) -> Iterator[str]:
    """Tell what a character has, and what has befallen him."""
    objects = [say("object", card=item.card, enchanted=item.enchanted) for item in hero.objects]
    spells = hero.spells + hero.scrolls + hero.stored
    texts = [
        say("objects", objects=objects, limit=hero.limit) if objects else "",
        say("followers", followers=hero.followers) if hero.followers else "",
        say("abilities", abilities=hero.abilities) if hero.abilities else "",
        say("spells", count=spells) if spells else "",
        say("tokens", count=hero.tokens) if hero.tokens else "",
        say("markers", count=hero.markers + hero.clues) if hero.markers + hero.clues else "",
        say("ailments", ailments=hero.ailments) if hero.ailments else "",
        *[say("hold", hold=hold.kind, tries=hold.tries) for hold in hero.holds],
        *[say("status", status=status, count=count) for status, count in hero.statuses],
        say("task", task=hero.task) if hero.task else "",
    ]
    if any(texts):
        yield row(*texts, indent=INDENT)


# -- the story ------------------------------------------------------------------------------------

OPENERS: Final = frozenset({"game-started", "turn-started", "game-ended"})
WALKS: Final = frozenset({"road", "passage"})
"""Ways to move that alone make no paragraph."""
JOINED: Final = 3  # deeds in a sentence, at most
COLON: Final = ":"
ENDS: Final = re.compile("[.!?] |[!?]$")
KING: Final = "dragon-king"
SEAT: Final = "{seat:player}"


def chronicle(events: Iterable[Event], words: Words, key: str) -> list[str]:
    """Tell the game as the saga of its characters, a paragraph for each turn that has one."""
    return Saga(words, key).story(events)


class Saga(Teller):
    """Tells what there are wordings for, in the order in which it came about.

    People are named when a character is dealt to them; from then on the character acts.
    """

    openers = OPENERS

    def __init__(self, words: Words, key: str) -> None:
        super().__init__(words, key)
        self.called = [words.player(seat) for seat in range(MOST_SEATS)]
        self.spoken = words
        self.foe = ""  # whom the character of this turn fights
        self.turns: list[list[Told]] = [[]]
        self.news = [False]  # by turn: whether more happens than that somebody walks

    def story(self, events: Iterable[Event]) -> list[str]:
        """Tell a play, without the turns on which nothing happened."""
        for event in events:
            self.hear(event)
        told = [turn for turn, is_new in zip(self.turns, self.news, strict=True) if is_new]
        return [" ".join(as_saga(self.words, turn)) for turn in told]

    def hear(self, event: Event) -> None:
        """Tell one event, if there are wordings for it."""
        self.position += 1
        if event.id in self.openers:
            self.turns.append([])
            self.news.append(False)
        if not isinstance(event, TalismanEvent):
            return
        self.meet(event)
        if event.id in self.texts:
            self.tell(event)
        if isinstance(event, CharacterDealt | Replaced) and event.seat is not None:
            self.called[event.seat] = saga_text(self.words, "hero", character=event.character)
            self.spoken = self.words.calling(self.called)
        if isinstance(event, GameEnded) and event.winners and len(event.scores) > 1:
            lines = standing(self.words, event.ranking, event.scores)
            self.turns[-1].append(Told("", standing_in_story(self.words, lines)))

    def meet(self, event: TalismanEvent) -> None:
        """Remember whom a fight is against: its end does not say."""
        match event:
            case EnemyMet(card=foe) | EnemyCharacterMet(character=foe):
                self.foe = foe
            case CharacterAttacked():
                self.foe = "rival"
            case Moved(goal="wizards-tower"):
                self.foe = KING
            case TurnStarted(at=at):
                self.foe = KING if at == "wizards-tower" else ""

    def tell(self, event: TalismanEvent) -> None:
        """Put an event into a sentence."""
        words = self.words if event.id in NAMED else self.spoken
        fields = {**self.fields(event), "foe": self.foe, "sort": sort_of(event)}
        found = words.among(self.texts[event.id], fields)
        if not found:
            return
        who = "" if event.seat is None else words.player(event.seat)
        wordings = [found] if isinstance(found, str) else found
        if not any(who in told.sentence or told.who == who for told in self.turns[-1]):
            wordings = [it for it in wordings if SEAT in it] or wordings  # say whose turn it is
        sentence = capital(words.fill(self.pick(wordings), fields))
        self.turns[-1].append(Told(who, sentence))
        self.news[-1] |= not (isinstance(event, Moved) and event.how in WALKS)


def sort_of(event: TalismanEvent) -> str:
    """Say what a card or a tile is, to tell of it as such."""
    match event:
        case EventStruck(card=id) if isinstance(found := ROWS.get(id), Happening):
            return found.kind
        case TilePlaced(tile=str() as id) if isinstance(found := ROWS.get(id), Tile):
            return "special" if found.letter else found.kind
    return ""


class Told(NamedTuple):
    """A sentence, and who it is about."""

    who: str
    sentence: str

    @property
    def did(self) -> str:
        """What they did, if the sentence says no more than that."""
        rest = self.sentence.removeprefix(f"{capital(self.who)} ").removesuffix(".")
        is_whole = len(rest) == len(self.sentence) - len(self.who) - 2
        return rest if self.who and is_whole and not ENDS.search(rest) else ""


def as_saga(words: Words, told: Iterable[Told]) -> Iterator[str]:
    """Join what one character does, so that its name comes once for several deeds."""
    groups: list[tuple[str, list[str]]] = []
    for one in filter(attrgetter("sentence"), told):
        who, deeds = groups[-1] if groups else ("", [])
        if one.did and one.who == who and one.did == deeds[-1]:
            deeds[-1] = saga_text(words, "twice", did=one.did)
        elif one.did and one.who == who and len(deeds) < JOINED and not closes(words, deeds[-1]):
            deeds.append(one.did)
        else:
            groups.append((one.who, [one.did]) if one.did else ("", [one.sentence]))
    before, again = "", 0
    for who, deeds in groups:
        if not who:
            yield deeds[0]
        else:
            did = deeds[0]
            for at, deed in enumerate(deeds[1:], 2):
                is_last = at == len(deeds) and not closes(words, deed, COLON)
                name = "last" if is_last else "also"
                did = saga_text(words, name, did=did, next=deed)
            again = again + 1 if who == before else 0
            name = "then" if again else "first"
            yield capital(saga_text(words, name, again - 1, who=who, did=did))
        before = who


def closes(words: Words, deed: str, but: str = "") -> bool:
    """Whether a deed cannot be followed by another in its sentence."""
    return any(it in deed for it in words.tables["chronicle"]["closes"] if it != but)


def saga_text(words: Words, name: str, turn: int = 0, **fields: object) -> str:
    """Fill one of the story's texts; where there are several, they take turns."""
    text = words.tables["chronicle"][name]
    return words.fill(text[turn % len(text)] if isinstance(text, list) else text, fields)
