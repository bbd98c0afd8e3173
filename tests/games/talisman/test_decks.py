"""The decks are as wide as promised, and each card that has a use of its own shows it."""

from dataclasses import fields
from typing import Any

import pytest

from benchmarks.talisman_balance import ELSEWHERE, count_uses
from tests.games.talisman.builders import (
    an_exile,
    equip,
    follow,
    go_on,
    hero_of,
    holds,
    ids,
    in_turn,
    lines,
    row,
)
from undercroft.games.talisman.combat.fights import fight
from undercroft.games.talisman.combat.scores import Foe, Side, score
from undercroft.games.talisman.components.adventures import ADVENTURES
from undercroft.games.talisman.components.characters import CHARACTERS
from undercroft.games.talisman.components.kinds import Happening, Thing
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.components.spells import SPELLS
from undercroft.games.talisman.heroes import characteristics
from undercroft.games.talisman.heroes.characteristics import spell_limit
from undercroft.games.talisman.heroes.vitals import lose_life
from undercroft.games.talisman.land.roads import cross_bridge, force_gate, roll_and_move
from undercroft.games.talisman.movement.gate import foe_of
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.rules.setup import setup
from undercroft.games.talisman.state import Maze, Now
from undercroft.games.talisman.traps.finds import search

LOST = "roll own-die: 1\nroll enemy-die: 6"


# -- how many, and how different ------------------------------------------------------------------

NO_EFFECT = {"id", "deck", "copies", "price", "worth"}


def does(card: Any) -> tuple[Any, ...]:
    """What a card does, but for its name and number."""
    if isinstance(card, Happening):
        return (card.happens,)
    found: list[Any] = []
    for field in fields(card):
        value = getattr(card, field.name)
        if field.name == "gift" and value is not None:
            value = tuple(getattr(value, gift.name) for gift in fields(value)[1:])
        if field.name not in NO_EFFECT:
            found.append(value)
    return tuple(found)


def test_the_decks_are_as_wide_as_promised():
    things = [card for card in ROWS.values() if isinstance(card, Thing)]
    followers = [card for card in things if card.kind == "follower"]
    objects = [
        card
        for card in things
        if card.kind == "object" and card.found is None and card.deck != "talisman"
    ]
    assert len(CHARACTERS) >= 16
    assert sum(card.copies for card in ADVENTURES) + 2 >= 110  # two Talismans are shuffled in
    assert len({does(card) for card in ADVENTURES}) >= 90
    assert len({does(spell) for spell in SPELLS}) == len(SPELLS) == 28
    assert {spell.copies for spell in SPELLS} == {1}
    assert len({does(card) for card in followers}) == len(followers) >= 24
    assert len({does(card) for card in objects}) == len(objects) >= 40
    assert sum(card.magic for card in objects) >= 18


# -- Spells ---------------------------------------------------------------------------------------


def test_m5_creeping_rust_costs_its_victim_an_object():
    maze = an_exile(spells="sp-creeping-rust")
    equip(maze, hero_of(maze, 1), objects="p-axe p-rope")
    go_on(maze, "P1 window: cast:sp-creeping-rust; P2 give-up: object:p-rope; P1 main: stay")
    assert ids(hero_of(maze, 1).objects) == "p-axe"


def test_m5_homeward_thread_leads_to_a_stair_and_is_his_move():
    maze = an_exile("g1=ent-chasm g7=ent-mine", spells="sp-homeward-thread")
    go_on(maze, "P1 window: cast:sp-homeward-thread; P1 target: to:g7")
    assert hero_of(maze).place == "g7"
    maze = an_exile(spells="sp-homeward-thread")
    go_on(maze, "P1 main: stay")  # no stair: not offered


def test_m5_turning_stone_turns_a_tile_beside_him():
    maze = an_exile("d4=c-cross-quiet d3=c-straight-quiet/1", spells="sp-turning-stone")
    script = "P1 window: cast:sp-turning-stone; P1 rotate: 0; P1 main: go:N; P1 second: stop"
    go_on(maze, script)
    assert hero_of(maze).place == "d3"


def test_g3_l6_long_stride_lets_him_choose_how_far_and_move_on_from_a_room():
    maze = an_exile(options="scenario=expedition", spells="sp-long-stride", space="heath")
    script = "P1 window: cast:sp-long-stride; P1 pace: 3; P1 direction: clockwise"
    go_on(maze, f"{script}; draw adventure: a-windfall")
    assert hero_of(maze).place == "farmland"
    board = "d4=c-cross-quiet d3=r-hall-long/0! d2=c-cross-quiet"
    maze = an_exile(board, spells="sp-long-stride")
    go_on(maze, "P1 window: cast:sp-long-stride; P1 main: go:N; P1 second: stop")
    assert hero_of(maze).place == "d3"


def test_q2_certainty_counts_in_the_tests_of_this_turn():
    maze = an_exile()
    maze.now = Now(active=0, sure=True)
    counted = [characteristics.tested(maze, hero, "craft") for hero in maze.heroes()]
    assert counted == [8, 4]
    assert follow(passes(maze, hero_of(maze), "strength", 2), "roll test: 4\nroll test: 3")


def test_d6_second_chance_is_cast_after_the_dice():
    maze = an_exile(spells="sp-second-chance")
    script = f"{LOST}\nP1 second-chance: cast:sp-second-chance\nroll own-die: 6"
    assert in_turn(maze, fight(maze, hero_of(maze), Foe("x", 3)), script) == "win"
    maze = an_exile(spells="sp-second-chance")
    script = f"{LOST}\nP1 second-chance: keep"
    assert in_turn(maze, fight(maze, hero_of(maze), Foe("x", 3)), script) == "loss"


def test_f9_guarding_hand_keeps_a_life_even_against_the_king():
    maze = an_exile(spells="sp-guarding-hand")
    equip(maze, hero_of(maze), space="wizards-tower")
    script = "roll own-die: 1; roll enemy-die: 6; P1 life-spell: cast:sp-guarding-hand"
    go_on(maze, f"P1 king: battle; {script}")
    assert holds(maze, "A.lives == 4 and not A.spells")


# -- Objects and Followers ------------------------------------------------------------------------


def on_land(space: str, **what: Any) -> Maze:
    return an_exile(options="scenario=expedition", space=space, **what)


def test_g14_g15_the_gate_key_opens_the_iron_gate_and_the_portals():
    maze = on_land("iron-gate", objects="a-gate-key")
    in_turn(maze, force_gate(maze, hero_of(maze)), "roll wilderness: 6")
    assert hero_of(maze).place == "wilderness"
    maze = on_land("graveyard", objects="a-gate-key")
    go_on(maze, "P1 land-main: portal; roll square: 1; roll square: 2; P1 rotate: 0")
    assert hero_of(maze).in_labyrinth


def test_g13_the_ferryman_pays_no_toll():
    maze = on_land("toll-bridge-outer", followers="a-ferryman")
    in_turn(maze, cross_bridge(maze, hero_of(maze)), "")
    assert holds(maze, "at == 'toll-bridge-inner' and A.gold == 1")


@pytest.mark.parametrize(
    ("what", "script", "place"),
    [
        (
            {"followers": "a-hill-pony"},
            "roll move: 1; roll move: 3; P1 pace: 1",
            "wayfarers-shrine",
        ),
        ({"objects": "a-mile-boots"}, "roll move: 2; P1 guide: minus", "wayfarers-shrine"),
    ],
)
def test_g3_steeds_and_boots_change_how_far_he_goes(what, script, place):
    maze = on_land("heath", **what)
    rules = roll_and_move(maze, hero_of(maze))
    in_turn(maze, rules, lines(f"{script}; P1 direction: clockwise; P1 room-offer: pass"))
    assert hero_of(maze).place == place


@pytest.mark.parametrize(
    ("gold", "script", "claim"),
    [
        (1, "P1 wages: pay", "A.gold == 0 and A.followers"),
        (1, "P1 wages: dismiss", "A.gold == 1 and not A.followers"),
        (0, "", "not A.followers"),
    ],
)
def test_t3_the_sellsword_is_paid_or_leaves(gold, script, claim):
    maze = an_exile(followers="a-sellsword", gold=gold)
    go_on(maze, f"{script}; P1 main: stay" if script else "P1 main: stay")
    assert holds(maze, claim)


def test_t3_the_field_surgeon_heals_on_a_five():
    maze = an_exile(followers="a-field-surgeon", lives=2)
    go_on(maze, "roll surgeon: 5; P1 main: stay")
    go_on(maze, "roll surgeon: 4; P1 main: stay")
    assert hero_of(maze).lives == 3


def test_t10_the_old_sister_leaves_and_heals():
    maze = an_exile(followers="t-old-sister", lives=1, ailments="poison")
    go_on(maze, "P1 window: use:t-old-sister; P1 main: stay")
    assert holds(maze, "A.lives == 4 and not A.ailments and not A.followers")


@pytest.mark.parametrize(
    ("card", "claim"),
    [
        ("a-bitter-herbs", "A.lives == 3"),
        ("t-giants-draught", "A.strength == 5"),
        ("t-sages-ink", "A.craft == 5"),
    ],
)
def test_t10_what_is_used_up_in_a_free_action(card, claim):
    maze = an_exile(objects=card, lives=1)
    go_on(maze, f"P1 window: use:{card}; P1 main: stay")
    assert holds(maze, f"{claim} and not A.objects")


def test_e1_the_ember_feather_burns_instead_of_the_last_life():
    maze = an_exile(objects="t-ember-feather", lives=1)
    lose_life(maze, hero_of(maze), 1, "test")
    assert holds(maze, "A.lives == 1 and not A.objects")


@pytest.mark.parametrize(
    ("what", "foe", "more"),
    [
        ({"objects": "a-torn-banner"}, Foe("x", 3), 1),
        ({"objects": "a-crowbar"}, Foe("x", 3, flags=frozenset({"barrier"})), 3),
        ({"objects": "a-old-sword"}, Foe("x", 3, flags=frozenset({"character"})), 3),
        ({"followers": "a-sellsword"}, Foe("x", 3), 2),
        ({"followers": "t-pale-child"}, Foe("x", 3, True, frozenset({"spirit"})), 2),
    ],
)
def test_f7_what_new_things_add_in_a_fight(what, foe, more):
    maze = an_exile(**what)
    plain = an_exile()
    assert score(maze, Side(hero_of(maze)), foe) - score(plain, Side(hero_of(plain)), foe) in (
        more,
        more - 1,  # the Exile's own +1 against characters is in both
    )


def test_d6_a_hound_and_bone_dice_roll_again_as_abilities_do():
    maze = an_exile(followers="a-hound")
    script = "roll test: 6\nP1 reroll: reroll\nroll test: 1"
    assert in_turn(maze, passes(maze, hero_of(maze), "craft", trap=True), script)
    assert row("t-bone-dice").gift.rerolls_rooms


def test_m1_a_scroll_case_holds_one_more_spell():
    maze = an_exile(objects="t-scroll-case", craft=4)
    assert spell_limit(hero_of(maze)) == 3


def test_f10_the_ballad_singer_adds_experience():
    maze = an_exile(followers="a-ballad-singer", strength=9)
    in_turn(
        maze,
        fight(maze, hero_of(maze), foe_of(row("a-boar"))),
        "roll own-die: 6\nroll enemy-die: 1",
    )
    assert hero_of(maze).xp == 4


def test_f9_a_shieldbearer_helps_armour_and_a_mastiff_takes_the_blow():
    maze = an_exile(followers="a-shieldbearer", objects="p-shield")
    script = f"{LOST}\nroll armour: 4"
    in_turn(maze, fight(maze, hero_of(maze), Foe("x", 9)), script)
    assert hero_of(maze).lives == 4
    maze = an_exile(followers="t-mastiff")
    in_turn(maze, fight(maze, hero_of(maze), Foe("x", 9)), f"{LOST}\nroll thick-hide: 6")
    assert hero_of(maze).lives == 4


def test_m5_the_spell_raven_may_bring_another():
    maze = an_exile(followers="t-raven", spells="sp-fools-silver")
    script = "P1 window: cast:sp-fools-silver; roll redraw: 5; draw spell: sp-veil; P1 main: stay"
    go_on(maze, script)
    assert ids(hero_of(maze).spells) == "sp-veil"


def test_l15_the_wall_reader_and_the_delver_choose_between_two_tiles():
    both: list[dict[str, Any]] = [{"followers": "t-wall-reader"}, {"character": "ch-delver"}]
    for what in both:
        maze = an_exile(**what)
        script = "draw pool: r-shrine; draw pool: c-cross-quiet; P1 piece: piece:c-cross-quiet"
        go_on(maze, f"P1 main: go:N; {script}; P1 second: stop")
        assert maze.board[17] is not None


@pytest.mark.parametrize("what", [{"objects": "t-dowsing-rod"}, {"character": "ch-delver"}])
def test_search_rods_and_delvers_find_doors_sooner(what):
    maze = an_exile(**what)
    in_turn(maze, search(maze, hero_of(maze)), "P1 room-offer: search\nroll search: 3")
    assert len(hero_of(maze).tokens) == 1


def test_g5_a_nimble_boy_steals():
    maze = on_land("heath", followers="a-nimble-boy")
    equip(maze, hero_of(maze, 1), space="wayfarers-shrine")
    rules = roll_and_move(maze, hero_of(maze))
    script = "roll move: 1; P1 direction: clockwise; P1 meet: steal:P2; roll steal: 4"
    in_turn(maze, rules, lines(script))
    assert holds(maze, "A.gold == 2 and B.gold == 0")


def test_g10_the_sergeant_brings_back_a_discarded_follower():
    maze = on_land("heath")
    maze.discards["adventure"].append(row("a-porter"))
    script = "roll move: 3; P1 direction: clockwise; draw adventure: a-sergeant"
    rules = roll_and_move(maze, hero_of(maze))
    in_turn(maze, rules, lines(f"{script}; P1 choose-card: take:a-porter"))
    assert holds(maze, "ids(A.followers) == 'a-porter' and A.gold == 0")


def test_l27_a_tremor_shakes_those_below():
    maze = on_land("heath")
    equip(maze, hero_of(maze, 1), square="a1")
    maze.board[1] = maze.board[0]
    script = "roll move: 3; P1 direction: clockwise; draw adventure: a-tremor"
    in_turn(maze, roll_and_move(maze, hero_of(maze)), lines(script))
    assert hero_of(maze, 1).place == "b1"


def test_su5_the_trader_starts_rich():
    maze = an_exile(options="scenario=expedition characters=deal-one")
    for seat in maze.seats:
        seat.hero = None
    maze.characters.fog = [row("ch-trader"), row("ch-captain")]
    follow(setup(maze), "draw character: ch-trader\ndraw character: ch-captain")
    assert (hero_of(maze).gold, ids(hero_of(maze).objects)) == (4, "p-mule")
    assert ids(hero_of(maze, 1).followers) == "a-squire"


# -- nothing in vain ------------------------------------------------------------------------------


@pytest.mark.nightly
def test_in_two_thousand_games_everything_is_met_and_used():
    times = count_uses("canny", 2000, 2)
    assert {id for id, count in times.items() if not count} <= ELSEWHERE
