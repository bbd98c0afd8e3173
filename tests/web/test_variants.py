"""Whoever looks at a variant sees its own numbers: on the web, in a terminal, as plain text."""

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from rich.console import Console

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.terminal.app.table.drawing import picture
from undercroft.web.draw.drawing import MOST_VARIANTS, drawing_of, drawings


class Case(NamedTuple):
    """A variant, when to look, and what is then to be seen; nothing of it in the game itself."""

    toml: str
    shows: Callable[[Any], bool]
    text: tuple[str, ...]
    web: tuple[str, ...]
    terminal: tuple[str, ...]
    seats: int = 1


def of_tomb(view: Any) -> Any:
    """Give the table of the one seat."""
    return view.tombs[0]


def fought(view: Any) -> Any:
    """Give the one knight, if it has to answer an overhead blow with that card in its hand."""
    fight = view.combat and view.combat.fight
    return (
        fight
        and fight.attack == "overhead"
        and not fight.card
        and "sidestep-1" in view.knights[0].hand
    )


CHARACTERS = [id for id in find_game("talisman").rows if id.startswith("ch-")]
CASES = {
    "tomb: what is faced": Case(
        'game = "tomb"\n[rows.7s]\nnumber = 13\n',
        lambda view: of_tomb(view).encounter == "7s",
        ("monster: 7 of spades (counts 13)",),
        ('<span class="changed" aria-hidden="true">counts 13</span>',),
        ("=13",),
    ),
    "tomb: a king in hand": Case(
        'game = "tomb"\n[rows]\nks.worth = 15\nkd.worth = 15\nkc.worth = 15\nkh.worth = 15\n',
        lambda view: of_tomb(view).kings > 0,
        ("(worth 15)",),
        ('aria-hidden="true">worth 15</span>',),
        ("=15",),
    ),
    "tin: a card in a fight": Case(
        'game = "tin"\n[rows.sidestep-1]\noverhead = 5\nthrust = 4\n',
        fought,
        ("overhead +5", "thrust +4"),
        ('<span class="changed overhead" aria-hidden="true">+5</span>', "<b>+5</b> hits on 2+"),
        ("+5", "+4"),
    ),
    "tin: prices, coins and tiles": Case(
        'game = "tin"\n[rows]\npotion.price = 17\na-gallery.white = 7\ncoin-2.value = 4\n',
        lambda view: (
            view.knights[0].cell == (0, 0)
            and any(room.tile == "a-gallery" for room in view.rooms)
            and any("coin-2" in room.floor for room in view.rooms)
        ),
        ("2 gold (worth 4)",),
        ("<span>17</span>", '<use href="#tin-w" x="92"/>', ">worth 4</text>"),
        (),
    ),
    "labyrintheus: an encounter": Case(
        'game = "labyrintheus"\n[rows]\n'
        + "".join(
            f"{id}.defence = 31\n{id}.damage = 29\n"
            for id in ("scree-rat", "bog-imp", "carrion-crow", "soot-sprite", "dust-jackal")
        ),
        lambda view: view.encounter in ("scree-rat", "bog-imp", "carrion-crow", "soot-sprite"),
        ("defence 31, damage 29",),
        (">31<", ">29<"),
        ("31",),
        seats=3,
    ),
    "talisman: characters": Case(
        'game = "talisman"\n[rows]\n' + "".join(f"{id}.strength = 8\n" for id in CHARACTERS),
        lambda view: view.places[0].hero is not None,
        ("(strength 8)",),
        ("(strength 8)",),
        ("(strength 8)",),
        seats=2,
    ),
}


def looks(game: Game[Any, Any], seats: int, shows: Callable[[Any], bool]) -> Iterator[Any]:
    """Play at random; give seat, question, play and view whenever there is what to look for."""
    for seed in range(200):
        chance = random.Random(seed)
        play = Play(game, seats=seats, fates=Seeded(str(seed)))
        while play.question:
            if isinstance(play.question, Decision):
                view = play.view(play.question.seat)
                if shows(view):
                    yield play, view
            play.answer(chance.choice(play.question.choices))
    pytest.fail("it was never to be seen")


def drawn(game: Game[Any, Any], play: Play, view: Any) -> tuple[str, str, str]:
    """Draw the table as text, for the web, and for a terminal."""
    text = game.draw_table(game.rows, view, game.words)
    web = drawing_of(game).parts(view, play.question, told=play.events_for(view.seat))
    screen = Console(width=120, height=60)
    with screen.capture() as capture:
        screen.print(picture(game, view, (118, 60), {}))
    return " ".join(text.split()), "".join(web.values()), " ".join(capture.get().split())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_variants_own_numbers_are_shown_everywhere(case: Case) -> None:
    """Drawn with the game's rows, the same view shows none of them: the rows are what tells."""
    game = with_variant(case.toml, "variant.toml", find_game)
    play, view = next(looks(game, case.seats, case.shows))
    plain = drawn(find_game(game.id), play, view)
    for shown, usual, expected in zip(
        drawn(game, play, view), plain, (case.text, case.web, case.terminal), strict=True
    ):
        for piece in expected:
            assert piece in shown
            assert piece not in usual


def test_each_variant_has_a_drawing_of_its_own_and_few_are_kept() -> None:
    """A play of the game, drawn in between, does not change what a variant's play shows."""
    variants = [
        with_variant(f'game = "tomb"\n[rows.7s]\nnumber = {n}\n', "v.toml", find_game)
        for n in range(11, 11 + MOST_VARIANTS + 2)
    ]
    assert drawing_of(variants[0]) is drawing_of(variants[0])
    assert drawing_of(find_game("tomb")) is drawings()["tomb"]
    for n, game in enumerate(variants, 11):
        assert drawing_of(game).words.title("7s") == f"7 of spades (counts {n})"
        assert "counts" not in drawings()["tomb"].words.title("7s")
