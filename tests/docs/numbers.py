"""The numbers on pages that follow from a game: how many cards, puzzles, actions there are.

The tests compare them, and `make rules` writes them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.puzzles.bank import FILE as PUZZLES
from undercroft.puzzles.puzzle import read_puzzles
from undercroft.research.learning import Learning
from undercroft.research.survey import FILE as SURVEY

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ROOT / "src/undercroft/games"
NUMBER: Final = r"(\d[\d,]*)"


class Sentence(NamedTuple):
    """A place on a page: each `{}` is a number, `...` any text in a cell of a table.

    A space may be the end of a line.
    """

    page: str  # from the root
    text: str
    numbers: tuple[str, ...]

    def find(self) -> re.Match[str]:
        """Find the place on the page: it must be there once."""
        pattern = re.escape(self.text).replace(r"\{\}", NUMBER).replace(r"\.\.\.", r"[^|\n]*")
        page = (ROOT / self.page).read_text("utf-8")
        found = [*re.finditer(pattern.replace(r"\ ", r"\s+"), page)]
        assert len(found) == 1, f"{self.page} says {self.text!r} {len(found)} times: say it once"
        return found[0]

    def difference(self) -> str:
        """Describe how it should read; nothing if it does."""
        found = self.find()
        pairs = zip(found.groups(), self.numbers, strict=True)
        wrong = [stated for stated, now in pairs if stated != now]
        line = found.string.count("\n", 0, found.start()) + 1
        reads = self.text.format(*self.numbers)
        return f'{self.page}:{line}: "{reads}" (not {", ".join(wrong)})' if wrong else ""

    def write(self) -> str:
        """Write the numbers as they are now, and describe what changes; nothing if none does."""
        found, difference = self.find(), self.difference()
        page = found.string
        for at in range(len(self.numbers), 0, -1):
            page = page[: found.start(at)] + self.numbers[at - 1] + page[found.end(at) :]
        if difference:
            (ROOT / self.page).write_text(page, "utf-8")
        return difference


def sentences(id: str) -> Iterator[Sentence]:
    """List the places that state numbers of a game."""
    game = find_game(id)
    yield from _puzzles(game)
    yield from _sizes(game)
    for page, text, count in CARDS.get(id, ()):
        counted = count(game)
        yield Sentence(page, text, tuple(map(str, counted)))


def _puzzles(game: Game[Any, Any]) -> Iterator[Sentence]:
    file = GAMES / game.id / PUZZLES
    if file.exists():
        puzzles = read_puzzles(file.read_text("utf-8"))
        margin = round(100 * median(puzzle.gap for puzzle in puzzles)) if puzzles else 0
        text = f"| {game.title} | {{}} | ... | {{}}% |"
        yield Sentence("docs/guide/puzzles.md", text, (str(len(puzzles)), str(margin)))


def _sizes(game: Game[Any, Any]) -> Iterator[Sentence]:
    """Return the sizes of an observation, with the fewest seats and with all, and the actions."""
    if not (GAMES / game.id / SURVEY).exists():
        return
    least, most = game.seats
    learning = [Learning(game.id, seats=seats) for seats in (least, most)]
    between = ", " if most == least + 1 else " to "
    sizes = (*(f"{it.encoder.size:,}" for it in learning), str(len(learning[0].actions)))
    seats = f"{least}{between}{most}"
    text = f"| {game.title} | {seats} | {{}}{between}{{}} | {{}} |"
    yield Sentence("docs/guide/training.md", text, sizes)


# -- cards ----------------------------------------------------------------------------------------


def deck(*ids: str) -> Callable[[Game[Any, Any]], tuple[int, ...]]:
    """Count the cards of decks as an expedition begins."""

    def count(game: Game[Any, Any]) -> tuple[int, ...]:
        decks = _decks(game, "expedition")
        return tuple([len(decks[id]) for id in ids])

    return count


def kinds(id: str, *named: str) -> Callable[[Game[Any, Any]], tuple[int, ...]]:
    """Count the cards of a deck by their kinds, and then all of them."""

    def count(game: Game[Any, Any]) -> tuple[int, ...]:
        cards = _decks(game, "expedition")[id].fog
        counted = Counter("magic " * getattr(card, "magic", False) + card.kind for card in cards)
        if "magic object" not in named:
            counted["object"] += counted["magic object"]
        return (*(counted[kind] for kind in named), len(cards))

    return count


def classes(*named: str) -> Callable[[Game[Any, Any]], tuple[int, ...]]:
    """Count the rows of classes."""

    def count(game: Game[Any, Any]) -> tuple[int, ...]:
        counted = Counter(type(row).__name__ for row in game.rows.values())
        return tuple([counted[name] for name in named])

    return count


def _decks(game: Game[Any, Any], scenario: str) -> Any:
    options, seats = game.read_options({"scenario": scenario}, game.seats[0])
    return game.lay(options, game.rows, seats).decks


def _stated_decks(game: Game[Any, Any]) -> tuple[int, ...]:
    """SU-3."""
    ids = ("enemy", "treasure", "ability", "spell", "purchase", "adventure")
    return (*deck(*ids)(game), len(_decks(game, "catacombs")["adventure"]))


def _different(game: Game[Any, Any]) -> tuple[int, ...]:
    """Characters, cards of the Adventure deck, and rows: Spells, Followers and Objects."""
    things: list[Any] = [row for row in game.rows.values() if type(row).__name__ == "Thing"]
    counted = Counter(thing.kind for thing in things if thing.deck != "talisman")
    characters, spells = classes("Character", "Spell")(game)
    return characters, *deck("adventure")(game), spells, counted["follower"], counted["object"]


TALISMAN: Final = "docs/rules/talisman-cards.md"
LABYRINTHEUS: Final = "docs/rules/labyrintheus.md"
TIN: Final = "docs/rules/tin.md"
CARDS: Final[dict[str, tuple[tuple[str, str, Callable[[Any], tuple[int, ...]]], ...]]] = {
    "talisman": (
        (TALISMAN, "## 1. Purchase deck ({} cards)", deck("purchase")),
        (TALISMAN, "## 2. Spell deck ({} cards)", deck("spell")),
        (TALISMAN, "## 3. Enemy deck ({} cards)", deck("enemy")),
        (TALISMAN, "## 4. Treasure deck ({} cards)", deck("treasure")),
        (TALISMAN, "## 5. Special Ability deck ({} cards)", deck("ability")),
        (TALISMAN, "## 6. Special Follower cards ({})", deck("special")),
        (TALISMAN, "## 8. Adventure deck ({} cards)", deck("adventure")),
        (TALISMAN, "## 9. Characters ({})", classes("Character")),
        (
            TALISMAN,
            "Instants {}, Objects {}, Followers {}: total {}.",
            kinds("treasure", "instant", "object", "follower"),
        ),
        (
            TALISMAN,
            "Monsters {}, spirits {}, events {}, strangers {}, followers {}, objects {}, "
            "magic objects {}, places {}: total {}.",
            kinds(
                "adventure",
                *("monster", "spirit", "event", "stranger", "follower", "object"),
                *("magic object", "place"),
            ),
        ),
        (
            "docs/rules/talisman.md",
            "The decks: Enemy {}, Treasure {}, Special Ability {}, Spell {}, Purchase {} (open), "
            "Adventure {} ({} in `catacombs`:",
            _stated_decks,
        ),
        (
            "CHANGELOG.md",
            "**Talisman's decks last**: {} characters, {} Adventure cards, {} different Spells, "
            "{} Followers and {} Objects,",
            _different,
        ),
    ),
    "labyrintheus": (
        (LABYRINTHEUS, "### 2.6 Treasure cards ({})", classes("Treasure")),
        (LABYRINTHEUS, "### 2.9 Encounter Difficulty Increase cards ({})", classes("Difficulty")),
    ),
    "tin": (
        (TIN, "### 2.2 Fight cards ({})", classes("Card")),
        (TIN, "### 2.4 Dungeon tiles ({})", classes("Tile")),
    ),
}
