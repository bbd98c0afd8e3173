"""Variants that leave cards out, or put several of one in: in every game."""

from collections import Counter
from typing import Any

import pytest

from undercroft.core.errors import BadVariant
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.games.tomb.rules import collect
from undercroft.games.tomb.scoring import score

FIELD = {"tin": "count"}  # all others: copies


def variant(game: str, **counts: int) -> Any:
    field = FIELD.get(game, "copies")
    rows = "\n".join(f'"{id}".{field} = {count}' for id, count in counts.items())
    return with_variant(f'game = "{game}"\n[rows]\n{rows}', "mine.toml", find_game)


def cards_of(game: Any) -> Counter[str]:
    """Everything that lies on a table, at the end of a game by the rule of thumb."""
    play = Play(game, {}, game.seats[0], Seeded("7"))
    bots = [game.new_bot(game.rule_of_thumb, lambda: 0.5) for _ in range(play.seats)]
    before = Counter(game.components(play.state))
    while isinstance(play.question, Decision):
        seat = play.question.seat
        play.answer(bots[seat](play.question, play.look(seat)))
    assert Counter(game.components(play.state)) == before
    return Counter(id.split()[-1] for id in before.elements())


@pytest.mark.parametrize(
    ("game", "gone", "twice"),
    [("tomb", "9s", "ks"), ("tin", "parry-1", "duck-1"), ("talisman", "e-goblin", "e-grey-ooze")],
)
def test_a_card_is_left_out_and_another_is_there_twice(game: str, gone: str, twice: str) -> None:
    plain = cards_of(find_game(game))
    changed = cards_of(variant(game, **{gone: 0, twice: 2 * plain[twice]}))
    assert changed[gone] == 0 < plain[gone]
    assert changed[twice] == 2 * plain[twice]
    assert changed.total() == plain.total() - plain[gone] + plain[twice]


def test_labyrintheus_leaves_cards_in_the_box() -> None:
    game = variant("labyrintheus", **{"scree-rat": 0, "quarry-maul": 0})
    play = Play(game, {}, 6, Seeded("7"))
    maze: Any = play.state
    while isinstance(play.question, Decision) and not maze.encounters.fog:
        play.answer(play.question.options[0])
    in_box = {card.id for card in maze.box}
    assert {"scree-rat", "quarry-maul"} <= in_box
    decks = {card.id for card in (*maze.encounters, *maze.treasures)}
    assert not decks & {"scree-rat", "quarry-maul"}


def test_labyrintheus_keeps_enough_encounters_to_go_on() -> None:
    rows = find_game("labyrintheus").rows.values()
    hammers: list[Any] = [
        row for row in rows if hasattr(row, "type") and getattr(row, "symbol", None) == "hammer"
    ]
    titans = {card.id: 0 for card in hammers if card.type == "titan"}
    with pytest.raises(BadVariant, match=r"mine\.toml: rows: at least 1 card like"):
        variant("labyrintheus", **titans)
    others = {card.id: 0 for card in hammers if card.type != "titan"}
    with pytest.raises(BadVariant, match="at least 3 cards like"):
        variant("labyrintheus", **others)


def test_tombs_copies_are_cards_like_any_other() -> None:
    """T-32. Of two that are alike one is left, and the other is kept; P-2: four kings win."""
    game = variant("tomb", ks=4, kh=4, ah=0)
    options, seats = game.read_options({"start-torches": 2})
    match = game.lay(options, game.rows, seats)
    (tomb,) = match.tombs
    king = game.rows["ks"]
    assert match.deck_size == len(tomb.deck) == 44 + 6 - 1 - 1
    assert [torch.id for torch in tomb.torches] == ["ad"]
    tomb.column = [king, king]
    assert [*collect(tomb, [king, king])] == []  # nothing to choose between
    assert (tomb.hand, tomb.column) == ([king], [king])
    assert score([king] * 5).outcome == "won"
