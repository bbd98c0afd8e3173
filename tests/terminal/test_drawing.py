"""Tables in colour characters: Tomb's own, and any game's text."""

import re
from itertools import product
from pkgutil import resolve_name
from random import Random
from typing import Any

import pytest
from rich.console import Console

from tests.contract.lantern import GAME as LANTERN
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.variants import with_variant
from undercroft.games import catalogue, find_game
from undercroft.games.tin.components import FIGHT_CARDS
from undercroft.sketch import Pen
from undercroft.terminal.app.table.drawing import picture
from undercroft.terminal.app.themes import PALETTES, inks
from undercroft.terminal.local.bots import Party
from undercroft.terminal.local.pacing import PacedPlay

TOMB = find_game("tomb")
ESCAPE = re.compile(r"\x1b\[[\d;]*m")
ROOMS = [(40, 6), (76, 8), (80, 12), (120, 30)]


def drawn(play: Play, seat: int | None, room: tuple[int, int], theme: str = "crypt") -> str:
    console = Console(width=max(room[0], 40), color_system="truecolor", force_terminal=True)
    with console.capture() as captured:
        console.print(picture(play.game, play.view(seat), room, inks(theme)))
    return captured.get()


def pen(game: Any, width: int, height: int) -> Pen:
    return Pen(game.words, game.rows, inks("crypt"), width, height)


def some_play(game: Any, seats: int, seed: str) -> Play:
    return Play(game, {}, seats, Seeded(seed))


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("seats", [1, 2])
def test_every_table_of_a_play_can_be_drawn_in_any_room(room: tuple[int, int], seats: int) -> None:
    luck = Random(3)
    play = some_play(TOMB, seats, "rose")
    while True:
        for seat in (*range(seats), None):
            picture_lines = drawn(play, seat, room).split("\n")
            assert any("♥" in line or "♡" in line for line in picture_lines)
        if play.question is None:
            return
        play.answer(luck.choice(play.question.choices))


WHOLE: dict[str, list[tuple[dict[str, object], int]]] = {
    "tin": [({}, 1), ({"open-hands": "off"}, 6)],
    "labyrintheus": [({}, 2), ({}, 6)],
    "talisman": [
        ({"scenario": "catacombs"}, 1),
        ({"scenario": "expedition"}, 6),
        ({"scenario": "grand-quest"}, 3),
    ],
}


@pytest.mark.parametrize("id", WHOLE)
def test_no_line_is_wider_than_its_room_in_whole_plays(id: str) -> None:
    """Tables of plays, half sensible and half random, to every kind of looker, in all rooms."""
    game = find_game(id)
    assert game.draw_terminal
    draw = resolve_name(game.draw_terminal)
    tables = 0
    for (options, seats), seed in product(WHOLE[id], ("rose", "king", "7")):
        luck, party = Random(seed), Party(game, {}, "")
        play = Play(game, options, seats, Seeded(seed))
        while play.question is not None and play.number < 250:
            tables += 1
            width, height = luck.choice(ROOMS)
            view = play.view(luck.choice([*range(seats), None]))
            wide = max(line.cell_len for line in draw(view, pen(game, width, height)))
            assert wide <= width, (width, height, play.number)
            question: Any = play.question
            sensible = luck.randrange(2)
            advice = party.advise(play.game.rule_of_thumb, play, question)
            play.answer(advice.answer if sensible else luck.choice(question.choices))
    assert tables > 250


@pytest.mark.parametrize("id", catalogue())
def test_colour_is_never_the_only_sign(id: str) -> None:
    """With every colour and with none, the same characters stand there."""
    game = find_game(id)
    play = Play(game, {}, max(game.seats), Seeded("rose"))
    luck = Random(1)
    for _ in range(60):
        if play.question is not None:
            play.answer(luck.choice(play.question.choices))
    coloured = drawn(play, 0, (80, 30), "crypt")
    plain = drawn(play, 0, (80, 30), "no-colour")
    assert "\x1b[38" in coloured
    assert "\x1b[38" not in plain
    assert ESCAPE.sub("", coloured) == ESCAPE.sub("", plain)


def test_a_variants_card_is_drawn_as_it_is_played() -> None:
    """The numbers on a card come from the rows that are played with."""
    toml = 'game = "tin"\n' + "".join(
        f"[rows.{card.id}]\nthrust = 7\n" for card in FIGHT_CARDS if card.thrust
    )
    changed = with_variant(toml, "sevens.toml", find_game)
    usual = drawn(Play(find_game("tin"), {}, 1, Seeded("rose")), 0, (80, 30))
    seven = drawn(Play(changed, {}, 1, Seeded("rose")), 0, (80, 30))
    assert "thrust +7" not in usual
    assert "thrust +7" in seven


def test_a_variants_chasm_is_drawn_where_it_gapes() -> None:
    """On the tile that has it in this game, and not on the one that had it in print."""
    tiles = [id for id in find_game("tin").rows if id.startswith(("a-", "b-"))]
    rows = "".join(
        f"[rows.{id}]\nchasm = true\n" for id in tiles if id not in ("b-chasm", "b-vault")
    )
    play = Play(
        with_variant(f'game = "tin"\n{rows}', "gaps.toml", find_game), {}, 1, Seeded("rose")
    )
    while play.question is not None and len(play.view(0).rooms) < 2:
        play.answer(play.question.choices[0])
    assert play.view(0).rooms[-1].tile != "b-chasm"
    assert "≋" in drawn(play, 0, (80, 30))


def test_a_table_fits_80_by_24_from_the_first_turn_to_the_last() -> None:
    """Where eight lines are left to the table, the small drawing takes no more."""
    for seed in ("rose", "7", "tin", "king"):
        play = some_play(TOMB, 1, seed)
        luck = Random(seed)
        while play.question is not None:
            console = Console(width=78)
            lines = console.render_lines(picture(TOMB, play.view(0), (78, 8), {}), pad=False)
            assert len(lines) <= 8 or len(play.view(0).tombs[0].hand) > 9
            assert all(sum(segment.cell_length for segment in line) <= 78 for line in lines)
            play.answer(luck.choice(play.question.choices))


def test_the_danger_is_set_off_without_colour() -> None:
    play = some_play(TOMB, 1, "7")
    assert "║" in drawn(play, 0, (80, 12), "no-colour")
    assert "\x1b[3" not in drawn(play, 0, (80, 12), "no-colour")
    assert "\x1b[38" in drawn(play, 0, (80, 12), "crypt")


def test_a_rivals_covered_table_shows_no_card() -> None:
    play = Play(TOMB, {"deal": "same"}, 2, Seeded("rose"))
    text = drawn(play, 1, (80, 30))
    assert "the cards stay covered" in text


@pytest.mark.parametrize("theme", PALETTES)
def test_a_game_without_a_drawing_shows_its_text(theme: str) -> None:
    play = some_play(LANTERN, 2, "7")
    text = Console(width=80)
    with text.capture() as captured:
        text.print(picture(LANTERN, play.view(0), (80, 24), inks(theme)))
    assert "Your hand: " in captured.get()


def test_what_is_shown_follows_the_play_answer_by_answer() -> None:
    play = some_play(TOMB, 1, "rose")
    trail = PacedPlay(play, from_start=True)
    for _ in range(12):
        if play.question is not None:
            play.answer(play.question.choices[0])
    steps = 0
    while trail.is_behind:
        trail.step()
        steps += 1
    assert steps == play.number
    assert trail.shown.events == play.events
    assert trail.shown.view(0) == play.view(0)
    play.undo()
    assert not trail.is_behind
    trail.catch_up()
    assert trail.shown.events == play.events
