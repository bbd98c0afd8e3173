"""Questions, the turn, refreshing and potions (5.1, 5.2, 5.3, 5.6)."""

from tests.games.tin.builders import (
    a_dungeon,
    a_room,
    at_stairs,
    ids,
    in_gallery,
    rows_of,
    section,
    sorted_ids,
)
from undercroft.core.questions import Fate
from undercroft.core.records.journal import follow
from undercroft.games.tin.rules.turns import refresh

TWO = [{"hand": "parry-1 parry-2"}, {"hand": "duck-1 duck-2"}]


def test_q1_a_single_option_is_taken_silently():
    """Nothing to take, drop, buy or drink: the first question is where to go."""
    assert at_stairs().asked == "P1 move: stay leave go:N"


def test_q2_every_outcome_of_a_fate_is_as_likely_as_its_share():
    table = in_gallery("yellow:plain").play("P1 move: stay")
    assert isinstance(table.question, Fate)
    assert table.question.weights == {"thrust": 2, "swipe": 2, "overhead": 2}
    table = at_stairs().play("P1 move: go:N")
    assert isinstance(table.question, Fate)
    assert table.question.weights == {"yellow:plain": 5, "yellow:horns-chest": 1}
    assert [row[0].split("`")[0] for row in rows_of(section("5.1"))[:7]] == [
        "order-roll",
        "draw-fight-card",
        "draw-tile",
        "monster-die",
        "draw-treasure",
        "attack-die",
        "fight-roll",
    ]


def test_q3_a_fate_is_asked_even_with_one_outcome_but_never_for_the_last_tile():
    table = a_dungeon(stack={"A": "a-bend", "B": ""}).play("P1 move: go:N")
    assert table.asked == "draw tiles: a-bend"
    table = a_dungeon(stack={"A": "", "B": ""}).play("P1 move: go:N")
    assert table.next == "roll red"
    assert table.room("0,1").tile.id == "maiden-cell"


def test_q4_every_decision_belongs_to_one_seat_and_has_its_options():
    decisions = {row[0] for row in rows_of(section("5.1"))[7:]}
    assert sorted(decisions) == [
        "bomb",
        "card",
        "level-up",
        "move",
        "place",
        "potion",
        "target",
        "treasure",
    ]
    table = a_dungeon(knights=TWO).play("roll order-1: 1; roll order-2: 6")
    assert table.asked == "P2 move: stay leave go:N"


def test_q5_options_come_in_a_fixed_order():
    room = a_room("a-guardroom", "0,1", "0,0", floor="potion coin-10 rope coin-2 bomb key")
    table = a_dungeon(
        room,
        knights=[
            {"at": "0,1", "entry": "S", "hand": "parry-1 duck-1", "items": "key bomb"},
            {"at": "0,1", "entry": "S", "hand": "parry-2 duck-2"},
        ],
    )
    table.play("roll order-1: 6; roll order-2: 1")
    assert table.options == (
        "take:coin-2 take:coin-10 take:potion take:bomb take:key take:rope drop:bomb drop:key done"
    )
    table = at_stairs(coins="10", items="key bomb")
    assert table.options == "drop:bomb drop:key buy:potion buy:bomb buy:key buy:rope done"
    table = in_gallery("yellow:plain", hand="sidestep-4 duck-1 parry-2").play("P1 move: stay")
    table.play("roll attack: swipe")
    assert table.options == "play:parry-2 play:duck-1 play:sidestep-4 draw"


def test_t1_the_highest_roll_is_first_and_the_others_follow_clockwise():
    table = a_dungeon(knights=[*TWO, {"hand": "parry-3 parry-4"}])
    table.play("roll order-1: 2; roll order-2: 3; roll order-3: 6; P3 move: stay; P1 move: stay")
    assert table.next == "P2 move"
    assert table.told("order-rolled") == ["order-rolled 0+2+1+3+2+6 - 2+0+1"]


def test_t1_r39_only_those_who_tie_for_highest_roll_again():
    table = a_dungeon(knights=[*TWO, {"hand": "parry-3 parry-4"}])
    table.play("roll order-1: 4; roll order-2: 1; roll order-3: 4")
    table.play("roll order-1: 2; roll order-3: 2; roll order-1: 6; roll order-3: 5")
    assert table.next == "P1 move"
    assert table.dungeon.order == [0, 1, 2]


def test_t1_one_active_knight_rolls_nothing():
    table = a_dungeon(knights=[{"dead": True}, {"hand": "duck-1 duck-2"}, {"left": "before"}])
    assert table.next == "P2 move"


def test_t2_each_step_is_done_by_everybody_before_the_next():
    wounded = {"hearts": 4, "xp": 10, "items": "potion", "hand": "parry-1 parry-2"}
    table = a_dungeon(knights=[wounded, {**wounded, "hand": "duck-1 duck-2"}])
    table.play("roll order-1: 1; roll order-2: 2")
    asked = []
    for answer in ("wait", "wait", "done", "done", "skip", "skip", "stay", "stay"):
        asked.append(table.next)
        table.play(f"{table.next}: {answer}")
    assert asked == [
        f"P{seat} {step}" for step in ("level-up", "treasure", "potion", "move") for seat in (2, 1)
    ]


def test_t3_monsters_bar_refreshing_treasure_and_potions():
    table = in_gallery("yellow:plain", floor="coin-5", hearts=2, items="potion", hand="parry-1")
    assert table.asked == "P1 move: stay go:S"


def test_t4_the_next_turn_begins_after_combat():
    table = in_gallery().play("P1 move: stay")
    assert table.dungeon.turn == 6
    assert table.told("turn-ended", "turn-began") == [
        "turn-began 5",
        "turn-ended 5",
        "turn-began 6",
    ]


# -- refreshing -----------------------------------------------------------------------------------


def test_h1_r26_the_hand_is_filled_to_level_plus_one():
    table = in_gallery(hand="parry-1", level=3)
    table.play("draw fight-cards: duck-1; draw fight-cards: duck-2; draw fight-cards: duck-3")
    assert table.next == "P1 move"
    assert ids(table.knight.hand) == "parry-1 duck-1 duck-2 duck-3"
    assert table.told("hand-refreshed") == ["hand-refreshed 0 duck-1+duck-2+duck-3"]


def test_h1_more_cards_than_that_are_kept():
    assert in_gallery(hand="parry-1 parry-2 parry-3").next == "P1 move"


def test_h2_r27_the_discard_becomes_the_deck_when_a_card_is_needed():
    cards = "parry-2 parry-3 parry-4 duck-1 duck-2 duck-3 duck-4 sidestep-1 sidestep-2 sidestep-3"
    table = a_dungeon(
        a_room("a-gallery", "0,1", "0,0"),
        knight={"at": "0,1", "entry": "S", "hand": "parry-1", "level": 2},
        fight_discard=cards,
    )
    assert table.asked == "draw fight-cards: sidestep-4"
    table.play("draw fight-cards: sidestep-4")
    assert sorted(table.options.split()) == sorted(cards.split())
    assert table.told("deck-renewed") == ["deck-renewed 10"]
    table.play("draw fight-cards: duck-1")
    assert table.dungeon.fight_discard == []
    assert table.dungeon.decks == 2
    assert table.knight.drawn_in == [1, 1, 2]  # from which deck each card came


def test_h2_a_card_in_play_is_in_neither_pile():
    table = in_gallery("yellow:plain", hand="parry-1", items="bomb")
    table.play("P1 move: stay; roll attack: thrust; P1 card: play:parry-1")
    assert table.next == "P1 bomb"
    assert len(table.dungeon.fight_cards) == 11
    assert table.dungeon.fight_discard == []


def test_h3_without_any_card_none_is_drawn():
    dungeon = in_gallery(hand="parry-1").dungeon
    dungeon.fight_cards.fog.clear()
    follow(refresh(dungeon, dungeon.knights[0]), "")
    assert ids(dungeon.knights[0].hand) == "parry-1"


# -- potions --------------------------------------------------------------------------------------


def test_d1_a_potion_gives_five_hearts_and_goes_to_the_discard():
    table = in_gallery(hearts=2, items="potion potion").play("P1 treasure: done")
    assert table.asked == "P1 potion: drink skip"
    table.play("P1 potion: drink")
    assert (table.knight.hearts, ids(table.knight.items)) == (5, "potion")
    assert sorted_ids(table.dungeon.treasure_discard) == "potion"
    assert table.next == "P1 move"  # one a turn
    assert table.told("potion-drunk") == ["potion-drunk 0 2"]


def test_r31_at_full_health_no_potion_is_offered():
    assert in_gallery(items="potion").play("P1 treasure: done").next == "P1 move"


def test_r48_staying_is_always_open():
    assert in_gallery().options.startswith("stay ")
    assert in_gallery("red:plain").options.startswith("stay ")
    assert at_stairs().options.startswith("stay ")
