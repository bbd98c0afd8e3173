"""Components, options and setup (sections 2, 4 and 7)."""

import pytest

from tests.games.tin.builders import a_dungeon, a_game, ids, in_gallery, rows_of, section
from undercroft.core.errors import BadOption
from undercroft.games.tin import GAME
from undercroft.games.tin.components import (
    DICE,
    FIGHT_CARDS,
    MONSTERS,
    TOKENS,
    AttackDie,
    MonsterDie,
)
from undercroft.games.tin.tiles import SIDES, TILES, Tile


def amount(text: str) -> int:
    return 0 if text == "-" else int(text)


def test_the_fight_cards_are_those_of_the_table():
    rows = [
        [c.id, GAME.words.title(c.id), c.thrust, c.swipe, c.overhead, c.count] for c in FIGHT_CARDS
    ]
    told = [[id, name, *map(amount, numbers)] for id, name, *numbers in rows_of(section("2.2"))]
    assert rows == told
    assert all(card.thrust + card.swipe + card.overhead == 1 for card in FIGHT_CARDS)


def test_the_tokens_are_those_of_the_table():
    told = {id: (kind, int(count)) for id, kind, count, _ in rows_of(section("2.3"))}
    assert {token.id: token.count for token in TOKENS} == {id: n for id, (_, n) in told.items()}
    for token in TOKENS:
        kind, _ = told[token.id]
        assert kind == (f"coin, {token.value} gold" if token.is_coin else "special item")
    prices = {"potion": 10, "key": 10, "rope": 10, "bomb": 5}
    assert {token.id: token.price for token in TOKENS if token.price} == prices
    assert sum(token.value * token.count for token in TOKENS) == 85


def test_the_tiles_are_those_of_the_table():
    def sides(text: str) -> tuple[str, ...]:
        return () if text == "-" else tuple(text.split())

    told = [
        [id, part, sides(exits), sides(locks), int(white), int(red), int(chests)]
        for id, _, part, exits, locks, white, red, chests in rows_of(section("2.4"))
    ]
    rows = [[t.id, t.part, t.exits, t.locks, t.white, t.red, t.chests] for t in TILES]
    assert rows == told


def test_r1_the_tiles_keep_the_constraints_of_the_rulebook():
    assert all(tile.white <= 2 and tile.red <= 3 for tile in TILES)
    assert sum(len(tile.locks) for tile in TILES) == 3
    assert [tile.id for tile in TILES if tile.chasm] == ["b-chasm"]
    assert len(TILES) == 12
    assert sum(tile.part == "A" for tile in TILES) == sum(tile.part == "B" for tile in TILES) == 5
    last = TILES[-1]
    assert (len(last.exits), last.locks, last.white + last.red, last.chests) == (1, (), 5, 5)


def test_the_dice_are_those_of_the_table():
    yellow, red, attack = DICE
    assert isinstance(yellow, MonsterDie)
    assert isinstance(red, MonsterDie)
    assert isinstance(attack, AttackDie)
    told = {row[0]: row for row in rows_of(section("2.1"))}
    assert told["die-yellow"][1:3] == ["2", "`plain` x5, `horns-chest` x1".strip("`")]
    assert (yellow.count, yellow.plain, yellow.horns_chest) == (2, 5, 1)
    assert (red.count, red.plain, red.horns, red.chest, red.horns_chest) == (3, 3, 1, 1, 1)
    assert (attack.thrust, attack.swipe, attack.overhead) == (2, 2, 2)


def test_r45_whatever_it_is_called_a_monster_is_its_face():
    assert [(m.id, bool(m.horns), bool(m.chests)) for m in MONSTERS[4:]] == [
        ("red:plain", False, False),
        ("red:horns", True, False),
        ("red:chest", False, True),
        ("red:horns-chest", True, True),
    ]


# -- setup ----------------------------------------------------------------------------------------


def test_su1_seats_follow_clockwise_by_number():
    table = a_dungeon(knights=[{"hand": "parry-1 parry-2"}, {"hand": "duck-1 duck-2"}, {}])
    table.play("roll order-1: 1; roll order-2: 5; roll order-3: 2")
    assert table.dungeon.order == [1, 2, 0]


@pytest.mark.parametrize("players", [1, 2, 6])
def test_su2_r38_there_are_as_many_sets_as_knights_but_one_stairs_cell_and_maiden(players):
    dungeon = a_game(players, difficulty="normal").dungeon
    assert len(dungeon.fight_cards) == 12 * players
    assert dungeon.supply == {"yellow": 2 * players, "red": 3 * players}
    assert len(dungeon.treasure) + len(dungeon.knights[0].items) == 31 * players
    assert (len(dungeon.stack.a), len(dungeon.stack.b)) == (5 * players, 5 * players)
    assert ids(dungeon.stack.last) == "maiden-cell"
    assert [room.tile.id for room in dungeon.rooms.values()] == ["stairs"]
    assert "maiden" not in ids(dungeon.treasure)


def test_su3_the_stairs_lie_at_the_middle_and_are_entered():
    room = a_game().room("0,0")
    assert (room.tile.id, room.rotation, room.number, room.entered) == ("stairs", 0, 0, True)


def test_su4_a_tiles_lie_above_b_tiles_above_the_last():
    """Only the tiles of the upper part can be drawn, one by one."""
    table = in_gallery()
    table.play("P1 move: go:N")
    assert sorted(set(table.options.split())) == [
        "a-bend",
        "a-crossways",
        "a-guardroom",
        "a-larder",
    ]
    table = a_dungeon(stack={"A": "", "B": "b-shrine b-chasm"})
    table.play("P1 move: go:N")
    assert sorted(table.options.split()) == ["b-chasm", "b-shrine"]


def test_su5_a_knight_starts_fresh_on_the_stairs():
    knight = a_game(2).knight
    assert (knight.cell, knight.entry, knight.hearts, knight.level) == ((0, 0), None, 5, 1)
    assert (knight.experience, knight.items, knight.coins, knight.status) == (0, [], [], "active")


@pytest.mark.parametrize(
    ("difficulty", "items", "coins"),
    [("normal", "potion", ""), ("hard", "", ""), ("easy", "potion bomb", "coin-10")],
)
def test_su6_a_knight_alone_starts_with_what_the_difficulty_gives(difficulty, items, coins):
    table = a_game(difficulty=difficulty)
    assert (ids(table.knight.items), ids(table.knight.coins)) == (items, coins)
    assert len(table.dungeon.treasure) == 31 - len(items.split()) - len(coins.split())


def test_su6_with_companions_nobody_starts_with_an_item():
    assert [knight.items for knight in a_game(3).dungeon.knights] == [[], [], []]


def test_su7_all_other_tokens_are_in_the_pool_and_all_dice_in_supply():
    dungeon = a_game().dungeon
    assert len(dungeon.treasure) == 30
    assert (dungeon.treasure_discard, dungeon.fight_discard) == ([], [])
    assert dungeon.supply == {"yellow": 2, "red": 3}


def test_su8_each_knight_in_seat_order_draws_two_fight_cards():
    table = a_game(2)
    table.play("draw fight-cards: parry-1; draw fight-cards: duck-1")
    table.play("draw fight-cards: parry-1; draw fight-cards: parry-2")
    assert [ids(knight.hand) for knight in table.dungeon.knights] == [
        "parry-1 duck-1",
        "parry-1 parry-2",
    ]
    assert table.told("hand-dealt") == [
        "hand-dealt 0 parry-1+duck-1",
        "hand-dealt 1 parry-1+parry-2",
    ]


def test_su9_turn_1_begins():
    table = a_game().play("draw fight-cards: parry-1; draw fight-cards: duck-1")
    assert table.dungeon.turn == 1
    assert table.told("turn-began") == ["turn-began 1"]


# -- options --------------------------------------------------------------------------------------


def test_fewer_tile_sets_make_a_short_game():
    dungeon = a_game(3, tile_sets=1).dungeon
    assert len(dungeon.stack) == 11
    assert len(dungeon.fight_cards) == 36


def test_what_an_option_leaves_open_depends_on_the_knights():
    options, _ = GAME.read_options({}, 4)
    assert (options.tile_sets, options.turn_cap, options.open_hands) == (4, 350, True)


@pytest.mark.parametrize(
    ("given", "players"),
    [
        ({"tile-sets": 3}, 2),
        ({"tile-sets": 0}, 2),
        ({"turn-cap": 0}, 1),
        ({"difficulty": "easy"}, 2),
        ({"players": 2}, 2),
        ({}, 7),
        ({}, 0),
    ],
)
def test_options_that_do_not_fit_are_refused(given, players):
    with pytest.raises(BadOption):
        GAME.read_options(given, players)


def test_every_side_of_every_tile_is_a_side():
    for row in GAME.rows.values():
        if isinstance(row, Tile):
            assert {*row.locks} <= {*row.exits} <= {*SIDES}
