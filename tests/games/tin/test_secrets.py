"""Who may see what (section 8), and what may be dealt anew."""

import pickle
import random
from collections import Counter
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.games.tin.builders import a_dungeon, a_game, ids, in_gallery
from undercroft.core.fates import Seeded
from undercroft.core.game import advice_of
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games.tin import GAME
from undercroft.games.tin.secrets import hidden
from undercroft.games.tin.state import Dungeon
from undercroft.games.tin.view import PARTS, TinView, view

CLOSED = {"open-hands": False}
HANDS = [{"hand": "parry-1 parry-1"}, {"hand": "duck-1 duck-2"}]


def dealt_anew(dungeon: Dungeon, seat: int, seed: int) -> Dungeon:
    """Deal anew what a seat cannot know."""
    luck = random.Random(seed)
    twin = dungeon.copy()
    rules = GAME.redeal(twin, seat)
    try:
        question = next(rules)
        while True:
            question = rules.send(luck.choice(question.choices))
    except StopIteration:
        return twin


def test_open_hands_are_seen_by_everybody():
    dungeon = a_dungeon(knights=HANDS).dungeon
    for seat in (None, 0, 1):
        assert [knight.hand for knight in view(dungeon, seat).knights] == [
            ("parry-1", "parry-1"),
            ("duck-1", "duck-2"),
        ]
    assert len(view(dungeon, 0).unseen) == 20


def test_of_a_closed_hand_others_see_the_size_alone():
    dungeon = a_dungeon(knights=HANDS, options=CLOSED).dungeon
    mine, theirs = view(dungeon, 0).knights
    assert (mine.hand, theirs.hand, theirs.cards) == (("parry-1", "parry-1"), None, 2)
    assert [knight.hand for knight in view(dungeon, None).knights] == [None, None]


def test_closed_hands_and_deck_are_never_told_apart():
    dungeon = a_dungeon(knights=HANDS, options=CLOSED).dungeon
    seen = view(dungeon, 0)
    assert (seen.fight_cards, len(seen.unseen)) == (20, 22)
    assert Counter(seen.unseen)["duck-1"] == 2
    assert "parry-1" not in seen.unseen
    assert "parry-1" not in hidden(dungeon, 0)
    assert "parry-1" in hidden(dungeon, 1)


def test_a_closed_hand_looks_the_same_whatever_it_holds():
    dungeon = a_dungeon(knights=HANDS, options=CLOSED).dungeon
    others = {ids(dealt_anew(dungeon, 0, seed).knights[1].hand) for seed in range(30)}
    assert len(others) > 10
    for seed in range(5):
        twin = dealt_anew(dungeon, 0, seed)
        assert view(twin, 0) == view(dungeon, 0)
        assert Counter(GAME.components(twin)) == Counter(GAME.components(dungeon))


def test_cards_held_when_the_deck_was_renewed_stay_with_their_holders():
    """The whole rest lay open in the discard then: what was held is known, if not by whom."""
    dungeon = a_dungeon(
        knights=[HANDS[0], HANDS[1], {"hand": "sidestep-1 sidestep-2"}], options=CLOSED
    ).dungeon
    dungeon.decks = 2
    others = [dealt_anew(dungeon, 0, seed).knights for seed in range(20)]
    held = {tuple(sorted(ids([*a.hand, *b.hand]).split())) for _, a, b in others}
    assert held == {("duck-1", "duck-2", "sidestep-1", "sidestep-2")}
    assert len({ids(a.hand) for _, a, _ in others}) > 1


def test_a_closed_hand_is_told_twice():
    table = a_game(2, open_hands=False)
    table.play("draw fight-cards: parry-1; draw fight-cards: duck-1")
    bare, whole = table.events[-2:]
    assert (bare.id, bare.to) == ("cards-drawn", None)
    assert (whole.id, whole.to) == ("hand-dealt", (0,))
    assert "parry-1" not in msgspec.json.encode(bare).decode()


def test_a_played_card_is_public():
    table = in_gallery("yellow:plain", items="bomb").play("P1 move: stay; roll attack: thrust")
    table.play("P1 card: play:parry-1")
    seen = view(table.dungeon, None)
    assert seen.combat
    assert seen.combat.fight
    assert seen.combat.fight.card == "parry-1"


def test_what_is_open_to_all():
    dungeon = a_dungeon(
        knights=HANDS, stack={"skipped": "a-crossways"}, treasure_discard="key", options=CLOSED
    ).dungeon
    seen = view(dungeon, None)
    assert (seen.stack.skipped, seen.stack.a, seen.stack.b, seen.stack.last) == (
        ("a-crossways",),
        9,
        10,
        1,
    )
    assert seen.treasure_discard == ("key",)
    assert len(seen.treasure) == 61
    assert (seen.yellow_dice, seen.red_dice) == (4, 6)


def test_declared_moves_are_seen_at_once():
    table = a_dungeon(knights=HANDS, options=CLOSED).play("roll order-1: 6; roll order-2: 1")
    table.play("P1 move: go:N")
    assert view(table.dungeon, 1).knights[0].declared == "go:N"


def test_imagined_plays_can_be_played_out():
    play = Play(GAME, CLOSED, 3, Seeded("closed"))
    luck = random.Random(1)
    while play.question and play.number < 60:
        assert play.question is not None
        seat = play.question.seat  # type: ignore[attr-defined]
        twin = play.imagine(seat, luck.random)
        assert twin.view(seat) == play.view(seat)
        bots = [GAME.new_bot("thumb", luck.random) for _ in range(3)]
        assert len(twin.playout(bots, luck.random).scores) == 3
        play.answer(bots[0](play.question, play.look(seat)))  # type: ignore[arg-type]


class Seen(NamedTuple):
    """All that a bot of a rule of thumb looks at."""

    view: Any


def test_a_bot_is_shown_what_its_seat_sees_and_no_more():
    luck = random.Random(6)
    play = Play(GAME, {**CLOSED, "turn-cap": 12}, 3, Seeded("glances"))
    while isinstance(play.question, Decision):
        seat = play.question.seat
        shown, seen = play.look(seat).view, play.view(seat)
        for name in seen.__struct_fields__:
            assert getattr(shown, name) == getattr(seen, name)
        assert tuple(shown.knight(knight.seat) for knight in seen.knights) == seen.knights
        asked: Any = play.question
        thumb = GAME.new_bot("thumb", luck.random)
        looks: list[Any] = [Seen(shown), Seen(seen)]
        assert advice_of(thumb, asked, looks[0]) == advice_of(thumb, asked, looks[1])
        assert pickle.loads(pickle.dumps(shown)) == seen  # noqa: S301 (our own bytes)
        with pytest.raises(AttributeError):
            _ = shown.dungeon
        stays = [option for option in play.question.options if option != "leave"]
        play.answer(luck.choice(stays))


def test_the_parts_of_a_view_are_made_in_the_order_of_its_fields():
    assert ("seat", *PARTS) == TinView.__struct_fields__
