"""Combat, levels and death (5.12 to 5.14)."""

from typing import Any

import pytest

from tests.games.tin.builders import (
    Sitting,
    a_dungeon,
    a_room,
    card,
    ids,
    in_gallery,
    section,
    sorted_ids,
)
from undercroft.games.tin.components import ATTACKS, FIGHT_CARDS
from undercroft.games.tin.rules.combat import chance

HANDS = [{"hand": "parry-1 duck-1"}, {"hand": "parry-2 duck-2"}, {"hand": "parry-3 duck-3"}]


def fighting(monsters: str, *knights: dict[str, Any], floor: str = "") -> Sitting:
    """Several knights in the gallery with monsters; all stay, the first seat is first."""
    room = a_room("a-gallery", "0,1", "0,0", monsters=monsters, floor=floor)
    given = knights or (HANDS[0], HANDS[1])
    table = a_dungeon(room, knights=[{"at": "0,1", "entry": "S", **knight} for knight in given])
    table.play("; ".join(f"roll order-{n}: {7 - n}" for n in range(1, len(given) + 1)))
    return table.play("; ".join(f"P{n} move: stay" for n in range(1, len(given) + 1)))


def test_x1_rooms_fight_by_the_earliest_of_their_knights_and_monsters_have_numbers():
    rooms = (
        a_room("a-guardroom", "0,1", "0,0", monsters="red:plain"),
        a_room("a-gallery", "1,1", "0,1", rot=90, monsters="yellow:plain red:horns"),
    )
    table = a_dungeon(
        *rooms,
        knights=[
            {"at": "0,1", "entry": "S", **HANDS[0]},
            {"at": "1,1", "entry": "W", **HANDS[1]},
        ],
    )
    table.play("roll order-1: 1; roll order-2: 2; P2 move: stay; P1 move: stay")
    assert table.asked == "P2 target: monster:1 monster:2"
    assert table.told("combat-began") == ["combat-began a-gallery/1/1 1 yellow:plain+red:horns"]


def test_x1_numbers_stay_for_the_combat():
    table = in_gallery("yellow:plain red:plain red:horns", hand="parry-1 parry-2")
    table.play("P1 move: stay; P1 target: monster:1; roll attack: thrust; P1 card: play:parry-1")
    table.play("roll fight: 6")
    assert table.asked == "P1 target: monster:2 monster:3"


def test_x2_r25_each_knight_fights_each_living_monster_once_in_turn():
    table = fighting("yellow:plain red:plain")
    table.play("P1 target: monster:1; roll attack: thrust; P1 card: play:parry-1; roll fight: 1")
    table.play("P2 target: monster:1; roll attack: thrust; P2 card: play:parry-2; roll fight: 6")
    assert table.next == "roll attack"  # the first seat has only monster 2 left
    table.play("roll attack: thrust; P1 card: play:duck-1; roll fight: 1")
    table.play("roll attack: thrust; P2 card: play:duck-2; roll fight: 1")
    assert table.dungeon.turn == 6
    assert ids(table.room("0,1").monsters) == "red:plain"
    assert table.told("combat-ended") == ["combat-ended a-gallery/0/1 red:plain"]


def test_x3_to_a_lone_knight_equal_monsters_are_one_option():
    table = in_gallery("red:plain yellow:plain red:plain").play("P1 move: stay")
    assert table.options == "monster:1 monster:2"
    assert fighting("red:plain red:plain").options == "monster:1 monster:2"


def test_x4_a_drawn_card_must_be_used():
    table = in_gallery("yellow:plain").play("P1 move: stay; roll attack: overhead; P1 card: draw")
    table.play("draw fight-cards: sidestep-4")
    assert table.next == "roll fight"
    assert ids(table.knight.hand) == "parry-1 parry-2"
    assert table.told("card-played") == ["card-played 0 sidestep-4 deck 3"]


def test_x4_equal_cards_are_one_option():
    table = fighting("yellow:plain", {"hand": "parry-1 parry-1"}, HANDS[1])
    table.play("roll attack: thrust")
    assert table.options == "play:parry-1 draw"


@pytest.mark.parametrize(
    ("roll", "monster", "items", "bomb", "won"),
    [
        (3, "yellow:plain", "", False, False),  # a card of +0: 3
        (4, "yellow:plain", "", False, True),
        (4, "yellow:horns-chest", "", False, False),  # -1
        (5, "yellow:horns-chest", "", False, True),
        (5, "yellow:horns-chest", "maiden", False, False),  # -2
        (3, "yellow:horns-chest", "maiden bomb", True, True),  # +1
        (2, "yellow:plain", "bomb", True, True),
        (1, "yellow:plain", "bomb", True, False),  # a fumble
        (6, "yellow:horns-chest", "maiden", False, True),  # a perfect hit
    ],
)
def test_x4_the_value_decides_but_for_a_1_and_a_6(roll, monster, items, bomb, won):
    table = in_gallery(monster, hand="parry-2", items=items)
    table.play("P1 move: stay; roll attack: swipe; P1 card: play:parry-2")
    if "bomb" in items:
        table.play("P1 bomb: bomb")
    table.play(f"roll fight: {roll}")
    assert bool(table.told("monster-slain")) == won
    assert table.knight.hearts == (5 if won else 4)


def test_x4_a_fight_is_told_with_all_that_was_added():
    table = in_gallery("red:horns", hand="parry-4", items="maiden bomb")
    table.play("P1 move: stay; roll attack: thrust; P1 card: play:parry-4; P1 bomb: bomb")
    table.play("roll fight: 2")
    assert table.told("fight-resolved") == [
        "fight-resolved 0 red:horns 1 thrust 2 3/3/-1/-1 6 win value"
    ]


def test_x4_one_bomb_a_fight():
    table = in_gallery("yellow:plain", items="bomb bomb").play("P1 move: stay; roll attack: thrust")
    table.play("P1 card: draw; draw fight-cards: duck-1; P1 bomb: bomb")
    assert table.next == "roll fight"
    assert ids(table.knight.items) == "bomb"


def test_x5_r24_card_and_bomb_are_spent_win_or_lose():
    for roll in (1, 6):
        table = in_gallery("yellow:plain", hand="parry-1 duck-1 duck-2", items="bomb")
        table.play("P1 move: stay; roll attack: thrust; P1 card: play:parry-1; P1 bomb: bomb")
        table.play(f"roll fight: {roll}")
        assert ids(table.dungeon.fight_discard) == "parry-1"
        assert ids(table.dungeon.treasure_discard) == "bomb"


def test_x6_a_slain_monsters_die_goes_back_and_its_chest_drops_a_token():
    table = in_gallery("red:chest").play(
        "P1 move: stay; roll attack: thrust; P1 card: play:parry-1"
    )
    table.play("roll fight: 6; draw treasure: bomb")
    assert table.dungeon.supply == {"yellow": 2, "red": 3}
    assert (ids(table.room("0,1").floor), table.knight.experience) == ("bomb", 1)


def test_x7_r30_a_lost_fight_costs_a_heart_and_the_fifth_kills():
    table = in_gallery("red:plain", hearts=5)
    for hearts in (4, 3, 2, 1):
        table.play("P1 move: stay; roll attack: overhead")
        table.play("P1 card: draw" if table.next == "P1 card" else "")
        table.play(f"draw fight-cards: {table.options.split()[0]}; roll fight: 1")
        assert table.knight.hearts == hearts
        assert ids(table.room("0,1").monsters) == "red:plain"
    table.play("P1 move: stay; roll attack: swipe; P1 card: play:parry-1; roll fight: 1")
    assert table.next == "over"


def test_the_chances_are_those_of_the_rules_of_record():
    assert [chance(modifier) for modifier in (-3, -2, -1, 0, 1, 2, 3)] == [1, 1, 2, 3, 4, 5, 5]
    plain = sum(chance(c.against(attack)) for c in FIGHT_CARDS for attack in ATTACKS)
    horned = sum(chance(c.against(attack) - 1) for c in FIGHT_CARDS for attack in ATTACKS)
    assert (plain * 24, horned * 18) == (13 * 216, 7 * 216)
    assert "13/24" in section("5.12")


# -- levels ---------------------------------------------------------------------------------------


def test_v1_r29_a_kill_gives_a_token_but_none_beyond_ten_nor_at_level_4():
    for before, level, after in ((3, 1, 4), (9, 3, 10), (10, 1, 10), (0, 4, 0)):
        table = in_gallery("yellow:plain", hand="parry-1 duck-1", xp=before, level=level)
        if before == 10:
            table.play("P1 level-up: wait")
        table.play("P1 move: stay; roll attack: thrust; P1 card: play:parry-1")
        if before == 10:
            table.play("P1 level-up: wait")
        table.play("roll fight: 6")
        assert table.knight.experience == after


def test_v2_a_level_costs_ten_tokens_and_gives_five_hearts_but_no_cards():
    table = in_gallery("yellow:plain", hand="parry-1", xp=10, level=3, hearts=1)
    table.play("P1 level-up: level-up")
    knight = table.knight
    assert (knight.level, knight.experience, knight.hearts, len(knight.hand)) == (4, 0, 5, 1)
    assert table.told("levelled-up") == ["levelled-up 0 4 1 turn-start"]


def test_v3_r28_the_level_is_asked_at_the_turns_start_and_before_each_roll():
    table = in_gallery("yellow:plain", xp=10)
    table.play("P1 level-up: wait; P1 move: stay; roll attack: thrust; P1 card: play:parry-1")
    assert table.asked == "P1 level-up: level-up wait"
    table.play("P1 level-up: wait; roll fight: 6")
    assert table.told("level-kept") == ["level-kept 0", "level-kept 0"]
    assert in_gallery(xp=9).next == "P1 move"
    assert in_gallery(level=4, hand="parry-1 parry-2 parry-3 parry-4 duck-1").next == "P1 move"


# -- death ----------------------------------------------------------------------------------------


def test_y1_r40_the_dead_leave_items_coins_and_cards():
    table = fighting(
        "yellow:plain",
        {"hearts": 1, "items": "maiden potion", "coins": "10 5", **HANDS[0]},
        HANDS[1],
    )
    table.play("roll attack: swipe; P1 card: play:parry-1; roll fight: 1")
    dead = table.knight
    assert (dead.status, dead.items, dead.coins, dead.hand) == ("dead", [], [], [])
    assert ids(table.room("0,1").floor) == "maiden potion"
    assert (table.count("coin-10"), table.count("coin-5")) == (6, 10)
    assert sorted_ids(table.dungeon.fight_discard) == "duck-1 parry-1"
    assert table.told("knight-died") == [
        "knight-died 0 a-gallery/0/1 maiden+potion coin-10+coin-5 yellow:plain"
    ]


def test_y2_combat_goes_on_for_the_others():
    table = fighting("yellow:plain red:plain", {"hearts": 1, **HANDS[0]}, HANDS[1])
    table.play("P1 target: monster:1; roll attack: swipe; P1 card: play:parry-1; roll fight: 1")
    table.play("P2 target: monster:2; roll attack: thrust; P2 card: play:parry-2; roll fight: 6")
    table.play("roll attack: thrust; P2 card: draw; draw fight-cards: duck-1; roll fight: 6")
    assert table.dungeon.turn == 6
    assert table.dungeon.knights[1].experience == 2


def test_a_card_not_mentioning_an_attack_adds_nothing():
    assert card("parry-1").against("overhead") == 0
