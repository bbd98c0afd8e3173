"""Taking, dropping and buying (5.4, 5.5)."""

import pytest

from tests.games.tin.builders import Sitting, a_dungeon, a_room, at_stairs, ids, in_gallery, token
from undercroft.games.tin.rules.treasure import payment

GUARDROOM = "a-guardroom", "0,1", "0,0"


def together(floor: str = "", first: str = "", second: str = "") -> Sitting:
    """Two knights in the guardroom; the first seat is first in play order."""
    table = a_dungeon(
        a_room(*GUARDROOM, floor=floor),
        knights=[
            {"at": "0,1", "entry": "S", "hand": "parry-1 duck-1", "items": first},
            {"at": "0,1", "entry": "S", "hand": "parry-2 duck-2", "items": second},
        ],
    )
    return table.play("roll order-1: 6; roll order-2: 1")


def test_i1_rooms_are_handled_by_the_earliest_of_their_knights():
    table = a_dungeon(
        a_room(*GUARDROOM, floor="potion"),
        a_room("a-gallery", "1,1", "0,1", rot=90, floor="bomb"),
        knights=[
            {"at": "0,1", "entry": "S", "hand": "parry-1 duck-1"},
            {"at": "1,1", "entry": "W", "hand": "parry-2 duck-2"},
            {"at": "0,1", "entry": "S", "hand": "parry-3 duck-3"},
        ],
    )
    table.play("roll order-1: 1; roll order-2: 6; roll order-3: 2")
    table.play("P2 treasure: done; P3 treasure: done; P1 treasure: take:potion")
    assert table.next == "P2 move"


def test_i1_a_room_that_is_not_quiet_is_passed_over():
    assert in_gallery("red:plain", floor="potion").next == "P1 move"


def test_i2_a_knight_alone_takes_all_coins_at_once():
    table = in_gallery(floor="coin-2 coin-10 potion bomb", items="key")
    assert table.options == "take-coins take:potion take:bomb drop:key done"
    table.play("P1 treasure: take-coins; P1 treasure: take:bomb")
    assert table.options == "take:potion drop:key done"
    table.play("P1 treasure: done")
    assert (ids(table.knight.items), table.knight.gold) == ("key bomb", 12)
    assert table.told("coins-taken", "item-taken") == [
        "coins-taken 0 a-gallery/0/1 coin-2+coin-10 12",
        "item-taken 0 a-gallery/0/1 bomb",
    ]


def test_i3_knights_together_do_one_thing_each_in_turn():
    table = together("coin-2 coin-2 coin-5 bomb")
    assert table.asked == "P1 treasure: take:coin-2 take:coin-5 take:bomb done"
    table.play("P1 treasure: take:bomb; P2 treasure: take:coin-5; P1 treasure: take:coin-2")
    table.play("P2 treasure: done; P1 treasure: take:coin-2")
    assert table.next == "P1 move"
    assert [knight.gold for knight in table.dungeon.knights] == [4, 5]


def test_i3_who_has_nothing_to_do_takes_no_further_part():
    """The second seat could only be done; the potion dropped afterwards is not for it."""
    table = together(first="potion")
    table.play("P1 treasure: drop:potion")
    assert table.next == "P2 treasure"
    table = a_dungeon(
        a_room(*GUARDROOM),
        knights=[
            {"at": "0,1", "entry": "S", "hand": "parry-1 duck-1", "items": "potion"},
            {"at": "0,1", "entry": "S", "hand": "parry-2 duck-2"},
        ],
    ).play("roll order-1: 1; roll order-2: 6")
    table.play("P1 treasure: drop:potion")
    assert table.next == "P2 move"


def test_i4_what_was_dropped_is_not_taken_back_nor_what_was_taken_dropped():
    table = in_gallery(floor="bomb", items="key")
    table.play("P1 treasure: drop:key")
    assert table.options == "take:bomb done"
    table.play("P1 treasure: take:bomb")
    assert table.next == "P1 move"


def test_i4_is_judged_token_by_token():
    table = in_gallery(floor="potion", items="potion")
    table.play("P1 treasure: drop:potion")
    assert table.options == "take:potion done"  # the one that lay there
    table.play("P1 treasure: take:potion")
    assert table.next == "P1 move"
    assert ids(table.room("0,1").floor) == "potion"


def test_i4_a_companion_may_take_what_was_dropped():
    """Of the two potions one is the first knight's own: only the second may take both."""
    table = together("potion", first="potion")
    table.play("P1 treasure: drop:potion; P2 treasure: take:potion")
    assert table.asked == "P2 treasure: take:potion done"


def test_i4_of_several_dropped_ones_the_one_of_another_knight_is_meant():
    table = together(first="potion", second="potion")
    table.play("P1 treasure: drop:potion; P2 treasure: drop:potion; P1 treasure: take:potion")
    assert table.asked == "P2 treasure: take:potion done"


def test_i5_three_items_are_all_a_knight_carries():
    table = in_gallery(floor="potion coin-10", items="bomb bomb key")
    assert table.options == "take-coins drop:bomb drop:key done"
    table.play("P1 treasure: take-coins; P1 treasure: drop:key")
    assert table.options == "take:potion drop:bomb done"


def test_r44_coins_cannot_be_dropped_or_given():
    assert in_gallery(items="bomb", coins="10 5").options == "drop:bomb done"


def test_i6_dropped_items_lie_there_for_anyone():
    table = together(first="rope")
    table.play("P1 treasure: drop:rope")
    assert table.asked == "P2 treasure: take:rope done"
    assert table.told("item-dropped") == ["item-dropped 0 a-guardroom/0/1 rope"]


def test_r37_the_maiden_may_be_dropped_and_stays():
    table = in_gallery(items="maiden").play("P1 treasure: drop:maiden; P1 move: stay")
    assert table.asked == "P1 treasure: take:maiden done"
    table.play("P1 treasure: take:maiden")
    assert table.told("maiden-taken") == ["maiden-taken 0 a-gallery/0/1"]


# -- buying ---------------------------------------------------------------------------------------


def test_b1_items_are_sold_at_the_stairs_to_who_can_pay_and_has_a_slot():
    assert at_stairs(coins="5 3").options == "buy:bomb done"
    assert at_stairs(coins="2 2").next == "P1 move"
    assert at_stairs(coins="10", items="key key key").options == "drop:key done"
    assert in_gallery(coins="10").next == "P1 move"


def test_b1_what_is_neither_in_discard_nor_pool_is_not_for_sale():
    table = a_dungeon(
        a_room("a-gallery", "0,1", "0,0", floor="rope"), knight={"entry": "N", "coins": "10"}
    )
    assert table.options == "buy:potion buy:bomb buy:key done"


def test_b2_the_token_comes_from_the_discard_first():
    table = a_dungeon(knight={"coins": "10 5"}, treasure_discard="key")
    table.play("P1 treasure: buy:key; P1 treasure: buy:bomb")
    assert table.dungeon.treasure_discard == []
    assert (table.count("key"), table.count("bomb")) == (2, 2)
    assert [line.split()[-1] for line in table.told("item-bought")] == ["discard", "pool"]


@pytest.mark.parametrize(
    ("coins", "price", "paid"),
    [
        ("3 3 5", 10, "5 3 3"),
        ("2 3 5 10", 5, "5"),
        ("2 2 2 2 2 10", 10, "10"),
        ("2 2 3 3 5", 10, "5 3 2"),
        ("2 3 3 2", 5, "3 2"),
        ("3 3 3 2 2 2", 10, "3 3 2 2"),
        ("2 2 2 2 3 3 3 10", 15, "10 3 2"),
        ("10 10", 5, "10"),
        ("5 5 2 2 3 3", 10, "5 5"),
    ],
)
def test_b3_r32_the_cheapest_set_of_coins_pays(coins, price, paid):
    chosen = payment([token(f"coin-{value}") for value in coins.split()], price)
    assert ids(chosen) == " ".join(f"coin-{value}" for value in paid.split())


def test_b3_the_excess_is_lost_and_coins_go_to_the_pool():
    table = at_stairs(coins="3 3 5").play("P1 treasure: buy:potion")
    assert table.knight.gold == 0
    assert (table.count("coin-3"), table.count("coin-5")) == (6, 5)
    assert table.told("item-bought") == ["item-bought 0 potion 10 10 coin-5+coin-3+coin-3 1 pool"]


def test_b4_as_many_as_slots_and_coins_allow():
    table = at_stairs(coins="10 10 5").play("P1 treasure: buy:potion; P1 treasure: buy:bomb")
    table.play("P1 treasure: buy:rope")
    assert table.next == "P1 move"
    assert ids(table.knight.items) == "potion bomb rope"


def test_b5_everything_bought_in_a_step_is_paid_as_one_sum():
    table = at_stairs(coins="10").play("P1 treasure: buy:bomb")
    assert table.options == "buy:bomb done"  # 5 over-paid, so far
    table.play("P1 treasure: buy:bomb")
    assert table.told("item-bought")[-1] == "item-bought 0 bomb 5 10 coin-10 0 pool"
    assert table.count("coin-10") == 3


def test_b5_the_next_step_begins_a_new_sum():
    table = at_stairs(coins="10").play("P1 treasure: buy:bomb; P1 treasure: done; P1 move: stay")
    assert table.asked == "P1 treasure: drop:bomb done"


def test_r33_the_discard_is_only_ever_bought_from():
    table = a_dungeon(
        a_room("a-bend", "0,1", "0,0", entered=False),
        treasure_discard="potion potion",
    )
    table.dungeon.treasure.fog.clear()
    table.play("P1 move: go:N; roll yellow: yellow:plain")
    assert table.told("chest-empty") == ["chest-empty a-bend/0/1 chest"]
    assert ids(table.dungeon.treasure_discard) == "potion potion"
