"""Leaving, rescue and the end (5.15)."""

from tests.games.tin.builders import a_dungeon, a_room, at_stairs, ids, in_gallery
from undercroft.core.game import Outcome
from undercroft.games.tin.rules.ending import results_of

GALLERY = a_room("a-gallery", "0,1", "0,0")
HANDS = [{"hand": "parry-1 duck-1"}, {"hand": "parry-2 duck-2"}, {"hand": "parry-3 duck-3"}]


def order(*numbers: int) -> str:
    return "; ".join(f"roll order-{seat}: {n}" for seat, n in enumerate(numbers, 1))


def test_z1_r43_the_game_ends_when_no_knight_is_active():
    table = a_dungeon(knights=HANDS[:2]).play(order(6, 1))
    table.play("P1 move: leave; P2 move: leave")
    assert table.next == "over"
    assert table.outcome == Outcome("draw", (), (0, 0), ("draw", "draw"))


def test_z1_a_dead_knight_does_not_end_the_game_for_others():
    room = a_room("a-gallery", "0,1", "0,0", monsters="red:plain")
    table = a_dungeon(room, knights=[{"at": "0,1", "entry": "S", "hearts": 1}, HANDS[1]])
    table.play(order(6, 1) + "; P1 move: stay; P2 move: stay; roll attack: swipe")
    table.play("draw fight-cards: parry-1; roll fight: 1")
    assert table.next == "P2 move"


def test_z2_who_leaves_keeps_the_coins_alone():
    table = a_dungeon(knights=[{"items": "key rope", "coins": "10 2", **HANDS[0]}, HANDS[1]])
    table.play(order(6, 1) + "; P1 treasure: done; P1 move: leave; P2 move: stay")
    gone = table.knight
    assert (gone.status, ids(gone.coins), gone.items, gone.hand) == (
        "left-before",
        "coin-10 coin-2",
        [],
        [],
    )
    assert ids(table.dungeon.treasure_discard) == "key rope"
    assert ids(table.dungeon.fight_discard) == "parry-1 duck-1"
    assert table.next == "P2 move"  # and rolls no more
    assert table.told("knight-left") == ["knight-left 0 12 no"]


def test_z2_r41_who_left_before_the_rescue_has_a_draw():
    table = a_dungeon(
        GALLERY,
        knights=[
            {"at": "0,1", "entry": "N", "items": "maiden", **HANDS[0]},
            {"coins": "5", **HANDS[1]},
        ],
    )
    table.play(order(6, 1) + "; P1 treasure: done; P2 treasure: done")
    table.play("P1 move: go:S; P2 move: leave; P1 move: leave")
    assert [(r.outcome, r.score) for r in results_of(table.dungeon)] == [("win", 0), ("draw", 5)]
    assert table.outcome == Outcome("win", (0,), (0, 5), ("win", "draw"), (1, 0))


def test_z3_alone_the_rescuer_leaves_at_once_and_wins():
    table = in_gallery(items="maiden key", coins="5").play("P1 treasure: done; P1 move: go:S")
    assert table.next == "over"
    assert table.outcome == Outcome("win", (0,), (5,), ("win",))
    assert table.told("maiden-rescued", "knight-left") == [
        "maiden-rescued 0 5",
        "knight-left 0 5 yes",
    ]


def test_z3_among_several_the_rescuer_stays_and_play_goes_on():
    table = a_dungeon(
        GALLERY, knights=[{"at": "0,1", "entry": "N", "items": "maiden", **HANDS[0]}, HANDS[1]]
    )
    table.play(order(6, 1) + "; P1 treasure: done; P1 move: go:S; P2 move: stay")
    assert table.dungeon.rescued
    assert table.knight.items == []
    table.play(order(6, 1))
    assert table.asked == "P1 move: stay leave go:N"


def test_z4_r34_coins_score_and_items_do_not():
    table = at_stairs(coins="10 3", items="potion").play("P1 treasure: done; P1 move: leave")
    assert table.outcome == Outcome("draw", (), (13,), ("draw",))
    lost = in_gallery("red:plain", hearts=1, coins="10").play("P1 move: stay; roll attack: swipe")
    lost.play("P1 card: play:parry-1; roll fight: 1")
    assert lost.outcome == Outcome("loss", (), (0,), ("loss",))


def test_z4_a_draw_without_a_coin_is_no_loss():
    room = a_room("a-gallery", "0,1", "0,0", monsters="red:plain")
    table = a_dungeon(room, knights=[{"at": "0,1", "entry": "S", "hearts": 1}, HANDS[1]])
    table.play(order(6, 1) + "; P1 move: stay; P2 move: stay; roll attack: swipe")
    table.play("draw fight-cards: parry-1; roll fight: 1; P2 move: leave")
    assert table.outcome == Outcome("draw", (), (0, 0), ("loss", "draw"))


def test_z5_winners_are_ranked_by_score_and_equals_share_a_rank():
    knights = [
        {**hand, "coins": coins} for hand, coins in zip(HANDS, ("5", "10", "5"), strict=True)
    ]
    table = a_dungeon(knights=[*knights, {"left": "before", "coins": "10"}], rescued=True)
    table.play("roll order-1: 6; roll order-2: 1; roll order-3: 1")
    for seat in (1, 2, 3):
        table.play(f"P{seat} treasure: done")
    table.play("P1 move: leave; P2 move: leave; P3 move: leave")
    ends = ("win", "win", "win", "draw")
    assert table.outcome == Outcome("win", (0, 1, 2), (5, 10, 5, 10), ends, (2, 1, 2, 0))
    assert [result.rank for result in results_of(table.dungeon)] == [2, 1, 2, None]
    assert table.told("game-ended") == [
        "game-ended 0/win/5/2+1/win/10/1+2/win/5/2+3/draw/10/- yes 5"
    ]


def test_z6_r46_at_the_turn_limit_who_is_not_on_the_stairs_is_lost():
    table = a_dungeon(
        GALLERY,
        knights=[
            {"at": "0,1", "entry": "S", "coins": "10", "items": "key", **HANDS[0]},
            {"coins": "5", **HANDS[1]},
        ],
        turn=60,
        options={"turn-cap": 60},
    )
    table.play(order(6, 1) + "; P1 treasure: done; P2 treasure: done; P1 move: stay; P2 move: stay")
    assert table.next == "over"
    assert [(r.outcome, r.score) for r in results_of(table.dungeon)] == [("loss", 0), ("draw", 5)]
    assert table.told("time-ran-out") == ["time-ran-out 0 1"]
    assert ids(table.room("0,1").floor) == ""  # nothing falls
    assert ids(table.knight.items) == "key"
    assert table.count("coin-10") == 6


def test_z6_after_the_rescue_who_stands_on_the_stairs_wins():
    table = a_dungeon(knights=HANDS[:2], turn=9, options={"turn-cap": 9}, rescued=True)
    table.play(order(6, 1) + "; P1 move: stay; P2 move: stay")
    assert table.outcome == Outcome("win", (0, 1), (0, 0), ("win", "win"), (1, 1))
