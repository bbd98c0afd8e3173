"""Setup, turns, possessions, magic, experience, death and the end (sections 3, 5, 10, 11)."""

import re
from random import Random
from typing import Any

import pytest

from tests.games.talisman.builders import (
    RULES_OF_RECORD,
    a_maze,
    an_exile,
    before,
    begin_the_round,
    enter,
    equip,
    follow,
    go_on,
    hero_of,
    holds,
    ids,
    in_turn,
    item,
    lines,
    play_turn,
    row,
    take_card,
    told,
)
from undercroft.core.errors import BadOption
from undercroft.core.fates import Seeded
from undercroft.core.game import GameOver
from undercroft.core.play import Play
from undercroft.games.talisman import GAME
from undercroft.games.talisman.components.abilities import ABILITIES
from undercroft.games.talisman.components.treasures import TREASURES
from undercroft.games.talisman.heroes.ailments import cure_all
from undercroft.games.talisman.heroes.characteristics import (
    carrying_limit,
    spell_limit,
    usable_items,
)
from undercroft.games.talisman.heroes.possessions import (
    draw_ability,
    draw_treasure,
    enchant_one,
    gain_follower,
    gain_object,
    lose_follower,
    lose_object,
    take_ability,
)
from undercroft.games.talisman.heroes.spells import draw_scroll, draw_spell, is_cancelled, suppress
from undercroft.games.talisman.heroes.vitals import (
    HeroDied,
    change_craft,
    change_gold,
    change_strength,
    die,
    gain_life,
    heal,
    lose_life,
    restore,
)
from undercroft.games.talisman.movement.leaving import surface
from undercroft.games.talisman.pieces import Hold, Item
from undercroft.games.talisman.rules.asking import seat_on_right
from undercroft.games.talisman.rules.scoring import check_standing, end, end_at_cap, score
from undercroft.games.talisman.rules.setup import lay, setup
from undercroft.games.talisman.rules.tasks import delve
from undercroft.games.talisman.rules.turns import pass_on, take_turn
from undercroft.games.talisman.rules.windows import window_options
from undercroft.games.talisman.state import Maze, Now


def a_table(seats: int = 2, **options: object) -> Maze:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settled, seats = GAME.read_options(given, seats)
    return lay(settled, GAME.rows, seats)


# -- setup ----------------------------------------------------------------------------------------


def test_su1_su3_the_decks_are_those_of_the_rules():
    clause = RULES_OF_RECORD["talisman"].partition("- **SU-3**")[2].partition("- **SU-4**")[0]
    decks = a_table(scenario="expedition").decks
    names = ("Enemy", "Treasure", "Special Ability", "Spell", "Purchase", "Adventure")
    for name in names:
        (stated,) = re.findall(rf"\b{name} (\d+)", clause)
        size = len(decks[name.rpartition(" ")[2].lower()])
        renew = "make rules game=talisman step=pages"
        assert int(stated) == size, f"SU-3 says {name} {stated}, the deck has {size}: {renew}"
    assert {*decks} == {*(name.rpartition(" ")[2].lower() for name in names), "talisman", "special"}
    assert (len(decks["talisman"]), len(decks["special"])) == (4, 2)
    apart = a_table(scenario="catacombs").decks
    assert len(apart["adventure"]) == len(decks["adventure"]) - 2
    assert len(apart["talisman"]) == 6
    with pytest.raises(BadOption):
        GAME.read_options({}, 7)


def test_su4_su5_two_characters_are_dealt_and_one_goes_back():
    maze = a_table(scenario="expedition", seats=2)
    script = """
        draw character: ch-warden
        draw character: ch-lorekeeper
        P1 character: be:ch-lorekeeper
        draw spell: sp-mend
        draw character: ch-warden
        draw character: ch-duellist
        P2 character: be:ch-warden
    """
    follow(setup(maze), script)
    first, second = hero_of(maze, 0), hero_of(maze, 1)
    assert (first.lives, first.quota, first.gold, first.xp) == (4, 4, 2, 0)
    assert (ids(first.spells), ids(first.objects)) == ("sp-mend", "p-lantern")
    assert (first.strength, first.craft, ids(second.objects)) == (3, 4, "p-shield")
    assert len(maze.characters) == 15


def test_su4_one_may_be_dealt_or_picked():
    maze = a_table(seats=1, characters="deal-one", preparation="bare")
    follow(setup(maze), "draw character: ch-ogre-kin")
    maze = a_table(seats=1, characters="pick", preparation="bare")
    follow(setup(maze), "P1 character: be:ch-beast-caller")
    assert ids(hero_of(maze).followers) == "a-hound"


def test_su6_su8_each_begins_on_his_space_and_the_king_has_his_scales():
    maze = a_table(seats=1, scenario="grand-quest", characters="deal-one")
    follow(setup(maze), "draw character: ch-runesmith")
    assert hero_of(maze).place == "broken-hills"
    scales = [a_table(seats=seats, scenario="expedition").scales for seats in (1, 2, 3, 6)]
    assert scales == [2, 2, 3, 3]
    assert (a_table(scenario="expedition").king, a_table().king) == (10, 8)


@pytest.mark.parametrize(
    ("preparation", "extra", "script"),
    [
        ("bare", 0, ""),
        ("standard", 1, "P1 prep: take:p-axe\ndraw treasure: t-coins"),
        ("hardy", 2, "P1 prep: pass\ndraw treasure: t-coins"),
    ],
)
def test_su7_how_one_is_prepared_for_the_catacombs(preparation, extra, script):
    maze = a_table(seats=1, characters="deal-one", preparation=preparation)
    follow(setup(maze), f"draw character: ch-ogre-kin\n{script}")
    hero = hero_of(maze)
    assert (hero.strength, hero.craft, hero.lives) == (5 + extra, 2 + extra, 4 + extra)
    assert (hero.base_strength, hero.quota) == (5 + extra, 4 + extra)
    assert hero.gold == 1 + extra + bool(extra)
    assert (hero.place, hero.has_talisman) == ("causeway", True)


# -- turns ----------------------------------------------------------------------------------------


def test_t1_rounds_go_from_seat_to_seat_and_end_at_the_cap():
    maze = a_maze(round_cap=2)
    maze.round, maze.to_play = 1, 0
    pass_on(maze)
    assert (maze.to_play, maze.dawn) == (1, False)
    pass_on(maze)
    assert (maze.to_play, maze.dawn) == (0, True)
    maze.seats[1].out = True
    begin_the_round(maze)
    with pytest.raises(GameOver):
        pass_on(maze)


def test_t2_a_round_begins_with_the_gates_monsters():
    maze = a_maze()
    maze.silence["land"] = -2
    begin_the_round(maze)
    assert (maze.round, maze.silence) == (2, {})


def test_t3_a_missed_turn_is_over_at_once():
    maze = an_exile(miss=2, ailments="confusion")
    go_on(maze)
    assert hero_of(maze).miss == 1


@pytest.mark.parametrize(
    ("face", "script", "claim"),
    [
        (1, "P1 main: stay", "A.ailments == {'confusion'}"),
        (2, "P1 main: stay", "A.ailments == {'confusion'}"),
        (3, "P2 main: stay", "A.ailments == {'confusion'}"),
        (4, "P1 main: stay", "A.ailments == {'confusion'}"),
        (5, "", "A.ailments == {'confusion'}"),
        (6, "P1 main: stay", "not A.ailments"),
    ],
)
def test_t3_r68_the_confusion_roll(face, script, claim):
    maze = an_exile(ailments="confusion curse")
    cure_all(maze, hero_of(maze))
    hero_of(maze).ailments = {"confusion"}
    go_on(maze, f"roll confusion: {face}; {script}".rstrip("; "))
    assert holds(maze, claim)


def test_t3_the_freed_priest_prays_at_the_start_of_a_turn():
    maze = an_exile(followers="t-freed-priest", ailments="curse poison")
    go_on(maze, "roll priest: 6; P1 choose-card: cure:poison; P1 main: stay")
    assert hero_of(maze).ailments == {"curse"}
    go_on(maze, "roll priest: 5; P1 main: stay")


def test_t8_who_dies_in_his_turn_still_lets_the_walls_shift():
    maze = before("s-bottomless-pit", options="shifting-walls=on")
    go_on(maze, "P1 main: go:N; P1 pit: enter; roll test: 6; roll test: 6; roll test: 6")
    assert maze.board[24] is None


def test_t9_r64_a_puppet_is_moved_and_decides_the_rest_himself():
    maze = before("c-straight-search", ailments="confusion")
    go_on(maze, "roll confusion: 3; P2 main: go:N; P1 room-offer: pass; P2 second: stop")
    maze = before("s-bats", ailments="confusion", spells="sp-fireball")
    maze.to_play = 0
    play_turn(maze, "roll confusion: 3\nP2 main: go:N\noffered: back fight\nP2 vermin: back")


def test_t9_r23_solo_the_movement_is_picked():
    maze = before("c-straight-quiet", seats=1, ailments="confusion")
    go_on(maze, "roll confusion: 3; roll right-hand: go:N; roll right-hand: stop")
    assert hero_of(maze).place == "d3"


def test_t9_the_seat_on_the_right_is_the_nearest_earlier_one_with_a_character():
    maze = a_maze(seats=4)
    assert seat_on_right(maze, hero_of(maze, 0)) == 3
    maze.seats[3].hero = None
    assert seat_on_right(maze, hero_of(maze, 0)) == 2
    maze.seats[2].hero = maze.seats[1].hero = None
    assert seat_on_right(maze, hero_of(maze, 0)) is None


def test_t10_the_window_offers_what_would_have_an_effect():
    maze = an_exile(
        lives=1,
        spells="sp-mend sp-purge sp-veil",
        objects="t-healing-draught t-antidote",
        ration=True,
        xp=7,
    )
    hero = hero_of(maze)
    offers = [str(option) for option in window_options(maze, hero)]
    assert offers == [
        "cast:sp-mend",
        "use:t-healing-draught",
        "eat-ration",
        "trade:strength",
        "trade:craft",
        "trade:life",
        "done",
    ]
    go_on(maze, "P1 window: eat-ration; P1 window: done; P1 main: stay")
    assert (hero.lives, hero.ration) == (4, False)
    hero.holds.append(Hold("sleep", tries=9))
    go_on(maze, "roll test: 1; roll test: 1; P1 main: stay")  # asleep: no window


def test_t10_objects_and_spells_of_the_window():
    maze = an_exile(lives=1, objects="t-healing-draught")
    go_on(maze, "P1 window: use:t-healing-draught; P1 main: stay")
    assert holds(maze, "A.lives == 4 and not A.objects")
    maze = an_exile(ailments="curse", weakness=2, objects="t-antidote")
    go_on(maze, "P1 window: use:t-antidote; P1 main: stay")
    assert holds(maze, "not A.ailments and A.weakness == 0")


def test_t13_an_ability_may_be_given_up_at_the_main_step_by_default():
    maze = an_exile(abilities="ab-hero ab-plunderer")
    offered = "offered: go:N go:S stay discard-ability:ab-hero discard-ability:ab-plunderer"
    left = "offered: go:N go:S stay discard-ability:ab-plunderer"
    go_on(maze, f"{offered}; P1 main: discard-ability:ab-hero; {left}; P1 main: stay")
    assert ids(hero_of(maze).abilities) == "ab-plunderer"
    assert row("ab-hero") in maze.decks["ability"].fog
    barred = an_exile(abilities="ab-hero", options="discard-abilities=off")
    go_on(barred, "offered: go:N go:S stay; P1 main: stay")


def test_t13_an_ability_alone_opens_no_window_and_no_other_seat_gives_it_up():
    go_on(an_exile(abilities="ab-hero"), "P1 main: stay")
    maze = an_exile(abilities="ab-hero", ailments="confusion")
    go_on(maze, "roll confusion: 3; offered: go:N go:S stay; P2 main: stay")


def test_t13_abilities_may_be_given_up_on_the_land_too():
    maze = an_exile(options="scenario=expedition", space="heath", abilities="ab-hero")
    begin = "offered: roll discard-ability:ab-hero; P1 land-main: discard-ability:ab-hero"
    with pytest.raises(AssertionError, match="roll move"):
        go_on(maze, begin)
    assert not hero_of(maze).abilities


def test_t11_a_character_acts_in_his_own_turn():
    maze = an_exile()
    go_on(maze, "P1 main: stay")  # B is not asked
    assert maze.now.active == -1


def test_t12_meditation_blindness_and_this_turns_states():
    maze = an_exile(abilities="ab-meditation", lives=2, blind=2)
    go_on(maze, "P1 main: stay")
    assert holds(maze, "A.lives == 3 and A.blind == 1")
    hero_of(maze).lives = 4
    go_on(maze, "P1 main: stay; draw spell: sp-veil")
    assert ids(hero_of(maze).spells) == "sp-veil"
    go_on(maze, "P1 main: go:N; draw pool: c-cross-quiet; P1 second: stop")  # he moved: nothing


# -- counters -------------------------------------------------------------------------------------


def test_e1_second_wind_saves_once_and_is_out_of_the_game():
    maze = an_exile(lives=1, abilities="ab-second-wind")
    lose_life(maze, hero_of(maze), 2, "test")
    assert holds(maze, "A.lives == 1 and not A.abilities and ids(maze.removed) == 'ab-second-wind'")
    with pytest.raises(HeroDied):
        lose_life(maze, hero_of(maze), 1, "test")


def test_e1_death_by_decree_is_not_helped_by_second_wind():
    maze = an_exile(abilities="ab-second-wind")
    with pytest.raises(HeroDied):
        die(maze, hero_of(maze), "test")


def test_r16_healing_restoring_and_gaining_lives():
    maze = an_exile(lives=1)
    hero = hero_of(maze)
    heal(maze, hero, 2)
    assert hero.lives == 3
    restore(maze, hero)
    heal(maze, hero, 2)
    assert hero.lives == 4
    gain_life(maze, hero, 1)
    assert hero.lives == 5
    hero.ailments.add("poison")
    hero.lives = 1
    heal(maze, hero, 2)
    restore(maze, hero)
    gain_life(maze, hero, 1)
    assert hero.lives == 1


def test_r38_losses_stop_at_the_starting_value_and_gold_at_nothing():
    maze = an_exile(strength=5, craft=5)
    hero = hero_of(maze)
    hero.base_strength = hero.base_craft = 4
    for _ in range(2):
        change_strength(maze, hero, -1)
        in_turn(maze, change_craft(maze, hero, -1), "")
    change_gold(maze, hero, -9)
    assert (hero.strength, hero.craft, hero.gold) == (4, 4, 0)


# -- possessions ----------------------------------------------------------------------------------


def test_o1_o2_four_objects_and_four_more_for_a_mule_and_a_porter():
    maze = an_exile(objects="p-sword p-axe p-rope p-lantern")
    hero = hero_of(maze)
    script = "offered: object:p-sword object:p-axe object:p-rope object:p-lantern object:p-mace\n"
    in_turn(
        maze, gain_object(maze, hero, item(maze, "p-mace")), script + "P1 give-up: object:p-mace"
    )
    assert len(hero.objects) == 4
    in_turn(maze, gain_object(maze, hero, item(maze, "p-mule")), "")
    assert carrying_limit(hero) == 8
    equip(maze, hero, followers="a-porter")
    assert carrying_limit(hero) == 12


def test_o2_on_the_land_what_is_too_much_is_left_there():
    maze = an_exile(options="scenario=expedition", space="heath")
    equip(maze, hero_of(maze), objects="p-sword p-axe p-rope p-lantern+")
    hero = hero_of(maze)
    in_turn(maze, gain_object(maze, hero, item(maze, "p-mace")), "P1 give-up: object:p-lantern+")
    assert [(lying.card.id, lying.enchanted) for lying in maze.lying["heath"]] == [
        ("p-lantern", True)
    ]


def test_o2_losing_the_mule_asks_what_else_to_leave():
    maze = an_exile(objects="p-sword p-axe p-rope p-lantern p-mace p-mule")
    hero = hero_of(maze)
    in_turn(maze, lose_object(maze, hero, Item(row("p-mule"))), "P1 give-up: object:p-rope")
    assert ids(hero.objects) == "p-sword p-axe p-lantern p-mace"


def test_o3_outcasts_have_no_more_followers():
    maze = an_exile(outcast=True)
    assert not gain_follower(maze, hero_of(maze), take_card(maze, "t-mastiff"))
    assert ids(maze.discards["treasure"]) == "t-mastiff"


def test_o4_cards_go_back_where_they_belong():
    maze = an_exile(
        objects="p-sword t-giant-belt talisman-card a-old-sword", followers="x-magic-spirit"
    )
    hero = hero_of(maze)
    for held in hero.objects[:]:
        in_turn(maze, lose_object(maze, hero, held), "")
    in_turn(maze, lose_follower(maze, hero, hero.followers[0]), "")
    assert ids(maze.decks["purchase"]).split().count("p-sword") == 2
    assert ids(maze.discards["treasure"]) == "t-giant-belt"
    assert ids(maze.discards["adventure"]) == "a-old-sword"
    assert (len(maze.decks["talisman"]), len(maze.decks["special"])) == (6, 2)


def test_o8_only_plain_weapons_and_armour_are_enchanted():
    maze = an_exile(objects="p-rope t-giant-belt p-shield p-sword+")
    in_turn(maze, enchant_one(maze, hero_of(maze)), "")
    assert ids(hero_of(maze).objects) == "p-rope t-giant-belt p-shield+ p-sword+"
    in_turn(maze, enchant_one(maze, hero_of(maze)), "")


def test_r30_a_second_copy_of_an_ability_is_drawn_again():
    maze = an_exile(abilities="ab-hero")
    script = "draw ability: ab-hero\ndraw ability: ab-iron-will"
    in_turn(maze, draw_ability(maze, hero_of(maze)), script)
    assert ids(hero_of(maze).abilities) == "ab-hero ab-iron-will"
    maze.decks["ability"].fog = [row("ab-hero")]
    in_turn(maze, draw_ability(maze, hero_of(maze)), "")
    maze = an_exile(abilities="ab-hero")
    script = "draw ability: ab-meditation"
    in_turn(maze, take_ability(maze, hero_of(maze), "ab-hero"), script)


@pytest.mark.parametrize("ability", ABILITIES, ids=str)
def test_r30_every_ability_can_be_gained(ability):
    maze = an_exile(ailments="disease poison")
    script = "draw spell: sp-mend" if ability.id == "ab-deep-lore" else ""
    in_turn(maze, take_ability(maze, hero_of(maze), ability.id), script)
    assert ids(hero_of(maze).abilities) == ability.id
    assert bool(hero_of(maze).ailments) == (ability.id != "ab-clean-blood")


# -- Treasure -------------------------------------------------------------------------------------

OBJECTS = [card.id for card in TREASURES if card.kind == "object"]
FOLLOWERS = [card.id for card in TREASURES if card.kind == "follower"]
FOUND = [
    ("t-coins", "", "A.gold == 2"),
    ("t-gem", "", "A.gold == 3"),
    ("t-hoard", "", "A.gold == 4"),
    ("t-scroll", "draw spell: sp-veil", "ids(A.scrolls) == 'sp-veil' and not A.spells"),
    ("t-lore", "draw ability: ab-hero", "ids(A.abilities) == 'ab-hero'"),
    *[(id, "", f"ids(A.objects) == '{id}'") for id in OBJECTS],
    *[(id, "", f"ids(A.followers) == '{id}'") for id in FOLLOWERS],
]


@pytest.mark.parametrize(("card", "script", "claim"), FOUND)
def test_f21_every_treasure_can_be_found(card, script, claim):
    maze = an_exile()
    in_turn(maze, draw_treasure(maze, hero_of(maze)), f"draw treasure: {card}\n{script}")
    assert holds(maze, claim)


# -- magic ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("craft", "limit"), [(2, 0), (3, 1), (4, 2), (5, 2), (6, 3), (9, 3)])
def test_m1_the_spell_limit_goes_by_craft(craft, limit):
    maze = an_exile(craft=craft)
    assert spell_limit(hero_of(maze)) == limit
    equip(maze, hero_of(maze), abilities="ab-deep-lore")
    assert spell_limit(hero_of(maze)) == limit + 1
    equip(maze, hero_of(maze), character="ch-ogre-kin")
    assert spell_limit(hero_of(maze)) == 0


def test_m3_at_the_limit_one_spell_goes_and_at_none_the_new_one():
    maze = an_exile(craft=3, spells="sp-veil")
    script = "draw spell: sp-mend\noffered: spell:sp-veil spell:sp-mend\nP1 give-up: spell:sp-veil"
    in_turn(maze, draw_spell(maze, hero_of(maze)), script)
    assert ids(hero_of(maze).spells) == "sp-mend"
    maze = an_exile(craft=2)
    in_turn(maze, draw_spell(maze, hero_of(maze)), "draw spell: sp-mend")
    assert ids(maze.discards["spell"]) == "sp-mend"


def test_m3_a_limit_that_falls_costs_spells_and_one_switched_off_does_not():
    maze = an_exile(craft=4, spells="sp-veil sp-mend sp-purge", objects="t-mage-staff t-mage-staff")
    hero = hero_of(maze)
    maze.silence["labyrinth"] = 1
    in_turn(maze, lose_object(maze, hero, hero.objects[0]), "P1 give-up: spell:sp-mend")
    assert ids(hero.spells) == "sp-veil sp-purge"


def test_m3_the_ogre_kin_holds_no_spell_of_any_kind():
    maze = an_exile(character="ch-ogre-kin")
    in_turn(maze, draw_scroll(maze, hero_of(maze)), "draw spell: sp-mend")
    assert not hero_of(maze).scrolls
    script = "roll magic-forge: 6; P1 choose-card: take:p-mace; draw spell: sp-mend"
    maze = enter("s-magic-forge", script, character="ch-ogre-kin")
    assert ids(hero_of(maze).objects) == "p-mace+"


def test_m5_the_hedge_witch_may_draw_after_a_cast_from_her_hand():
    maze = an_exile(character="ch-hedge-witch", spells="sp-mend", lives=1)
    go_on(maze, "P1 window: cast:sp-mend; roll redraw: 5; draw spell: sp-veil; P1 main: stay")
    assert ids(hero_of(maze).spells) == "sp-veil"
    maze = an_exile(character="ch-hedge-witch", scrolls="sp-mend", lives=1)
    go_on(maze, "P1 window: cast:sp-mend; P1 main: stay")


def test_m14_wards_roll_once_and_then_a_counterspell_may_be_cast():
    maze = an_exile(objects="t-mirror-cloak a-ward-amulet", spells="sp-counterspell")
    hero = hero_of(maze)
    assert in_turn(maze, is_cancelled(maze, hero, "x"), "roll ward: 3")
    assert not in_turn(maze, is_cancelled(maze, hero, "x"), "roll ward: 2\nP1 counter: suffer")
    assert in_turn(maze, is_cancelled(maze, hero, "x"), "roll ward: 2\nP1 counter: counter")
    assert not hero.spells
    maze.silence["labyrinth"] = 1
    assert not in_turn(maze, is_cancelled(maze, hero, "x"), "")


def test_m15_suppression_ends_at_the_start_of_a_seats_turn():
    maze = a_maze(seats=3)
    maze.to_play, maze.now = 0, Now(active=0)
    suppress(maze, hero_of(maze, 2))
    assert maze.silence == {"labyrinth": 2}
    suppress(maze, hero_of(maze, 1))
    assert maze.silence == {"labyrinth": 2}  # a shorter one replaces nothing
    suppress(maze, hero_of(maze, 0))
    assert maze.silence == {"labyrinth": 0}
    go_on(maze, "P1 main: stay")
    assert maze.silence == {}


def test_m15_if_that_seat_drops_out_it_ends_with_the_round():
    maze = an_exile(seats=3, options="mortality=one-life")
    maze.silence["labyrinth"] = 0
    with pytest.raises(HeroDied):
        die(maze, hero_of(maze), "test")
    assert maze.silence == {"labyrinth": -2}
    begin_the_round(maze)
    assert maze.silence == {}


SPELLS = [
    ("sp-finger-of-death", "", "B.lives == 3"),
    ("sp-immobility", "", "B.miss == 1"),
    ("sp-syphon", "P2 choose-card: strength", "B.strength == 3"),
    ("sp-destroy-magic", "", "maze.silence == {'labyrinth': 0}"),
    ("sp-mend", "", "A.lives == 3"),
    ("sp-purge", "", "not A.ailments"),
    (
        "sp-second-sight",
        "P1 lay: lay; draw pool: r-shrine; " + "P1 lay: leave; " * 3,
        "maze.board[17].hidden",
    ),
    ("sp-weapon-charm", "P1 choose-card: take:p-axe", "'p-axe+' in ids(A.objects)"),
    ("sp-wild-magic", "P1 target: at:P2; roll wild-magic: 1", "B.lives == 3"),
    ("sp-turning-stone", "P1 rotate: 1", "maze.board[24].rotation == 1"),
    ("sp-door-in-the-dark", "", "len(A.tokens) == 1"),
    ("sp-changed-places", "", "at == 'a1' and B.place == 'd4'"),
    ("sp-certainty", "", "A.lives == 1"),
    ("sp-fools-silver", "", "A.gold == 3"),
    ("sp-wizards-tithe", "", "A.gold == 2 and B.gold == 0"),
    ("sp-ill-star", "", "B.ailments == {'curse'}"),
    ("sp-wild-magic", "P1 target: at:P1; roll wild-magic: 6", "A.lives == 2"),
]


@pytest.mark.parametrize(("spell", "script", "claim"), SPELLS)
def test_m5_every_spell_of_the_turn_does_what_it_says(spell, script, claim):
    maze = an_exile(lives=1, ailments="disease", objects="p-axe p-shield", spells=spell)
    hero_of(maze, 1).base_strength = 3
    go_on(maze, f"P1 window: cast:{spell}; {script}; P1 main: stay".replace("; ;", ";"))
    assert holds(maze, claim)
    assert ids(maze.discards["spell"]) == spell


def test_r49_teleport_goes_to_any_neighbouring_tile_and_is_his_move():
    maze = an_exile("d4=c-cross-quiet e3=r-shrine c4=c-cross-quiet", spells="sp-teleport")
    hero_of(maze).lives = 2
    go_on(maze, "P1 window: cast:sp-teleport; P1 target: to:e3")
    assert holds(maze, "at == 'e3' and A.lives == 3")


def test_m14_a_victim_may_counter_and_a_dead_one_ends_the_game():
    maze = an_exile(spells="sp-finger-of-death")
    equip(maze, hero_of(maze, 1), spells="sp-counterspell")
    go_on(maze, "P1 window: cast:sp-finger-of-death; P2 counter: counter; P1 main: stay")
    assert hero_of(maze, 1).lives == 4
    maze = an_exile(spells="sp-finger-of-death", options="mortality=one-life")
    hero_of(maze, 1).lives = 1
    outcome = go_on(maze, "P1 window: cast:sp-finger-of-death")
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("standing", (0,))


# -- experience -----------------------------------------------------------------------------------


def test_x1_x2_r11_experience_is_traded_at_seven():
    maze = an_exile(xp=21, ailments="poison")
    script = (
        "P1 window: trade:strength; P1 window: trade:craft; P1 window: trade:life; P1 main: stay"
    )
    go_on(maze, script)
    assert holds(maze, "A.strength == 5 and A.craft == 5 and A.lives == 5 and A.xp == 0")
    maze = an_exile(character="ch-ogre-kin", xp=6)
    go_on(maze, "P1 window: trade:strength; P1 main: stay")
    assert holds(maze, "A.strength == 5 and A.xp == 0")


# -- death and the end ----------------------------------------------------------------------------


def test_e2_e3_the_dead_lay_everything_down():
    maze = an_exile(
        objects="p-sword talisman-card",
        followers="t-mastiff",
        spells="sp-mend",
        scrolls="sp-veil",
        abilities="ab-hero",
        tokens=1,
        markers=1,
        holds=[Hold("mirror", card=row("e-ogre"))],
    )
    with pytest.raises(HeroDied):
        die(maze, hero_of(maze), "test")
    assert ids(maze.fallen) == "ch-exile"
    assert ids(maze.discards["enemy"]) == "e-ogre"
    assert ids(maze.discards["spell"]) == "sp-mend sp-veil"
    assert row("ab-hero") in maze.decks["ability"].fog
    assert len(maze.decks["talisman"]) == 6


@pytest.mark.parametrize(
    ("mortality", "spares", "out"),
    [("spares", 2, False), ("one-life", 0, True), ("endless", 0, False)],
)
def test_e5_e7_who_may_go_on_with_another_character(mortality, spares, out):
    maze = an_exile(options=f"mortality={mortality}")
    assert maze.seats[0].spares == spares
    with pytest.raises(HeroDied):
        die(maze, hero_of(maze), "test")
    assert maze.seats[0].out is out
    assert score(maze, 0) == 0


def test_e5_a_new_character_comes_in_at_the_seats_next_turn():
    maze = an_exile()
    with pytest.raises(HeroDied):
        die(maze, hero_of(maze), "test")
    go_on(maze, "draw character: ch-ogre-kin; P1 inner: stay")
    hero = hero_of(maze)
    assert (hero.character.id, hero.strength, hero.lives) == ("ch-ogre-kin", 6, 5)
    assert (hero.has_talisman, maze.seats[0].spares) == (True, 1)
    maze.characters.fog.clear()
    with pytest.raises(HeroDied):
        die(maze, hero, "test")
    go_on(maze, "draw character: ch-exile; P1 inner: stay")
    assert ids(maze.fallen) == "ch-ogre-kin"


def test_e8_the_last_of_several_wins_and_nobody_left_all_lose():
    maze = a_maze(seats=3)
    maze.seats[0].out = True
    check_standing(maze)
    maze.seats[1].out = True
    with pytest.raises(GameOver) as over:
        check_standing(maze)
    assert (over.value.outcome.name, over.value.outcome.winners) == ("standing", (2,))
    maze.seats[2].out = True
    with pytest.raises(GameOver) as over:
        check_standing(maze)
    assert (over.value.outcome.name, over.value.outcome.winners) == ("all-out", ())
    solo = a_maze(seats=1)
    check_standing(solo)


def test_e9_at_the_cap_the_best_score_wins_and_may_be_shared():
    maze = a_maze(seats=3)
    hero_of(maze, 1).gold = 5
    with pytest.raises(GameOver) as over:
        end_at_cap(maze)
    assert over.value.outcome.winners == (1,)
    hero_of(maze, 2).gold = 5
    with pytest.raises(GameOver) as over:
        end_at_cap(maze)
    assert over.value.outcome.winners == (1, 2)


def test_e10_what_a_score_is_made_of():
    maze = an_exile(gave_talisman=False)
    hero = hero_of(maze)
    assert score(maze, 0) == 4 + 4 + 4 + 1
    equip(
        maze, hero, objects="talisman-card", followers="t-mastiff", abilities="ab-hero", markers=1
    )
    assert score(maze, 0) == 13 + 10 + 3 * 2 + 3
    hero.saw_tower = True
    maze.seats[0].scales = 2
    assert score(maze, 0) == 32 + 10 + 10
    assert score(maze, 0, won=True) == 152
    maze.seats[0].hero = None
    assert score(maze, 0) == 10
    maze.seats[0].out = True
    assert score(maze, 0) == 0


def test_e11_ranks_go_by_score_and_equal_scores_share_one():
    maze = a_maze(seats=3)
    hero_of(maze, 1).gold = 5
    events = told(maze)
    with pytest.raises(GameOver):
        end_at_cap(maze)
    assert events[-1].ranking == (2, 1, 2)


def test_e11_the_winner_comes_before_a_richer_rival():
    maze = a_maze(seats=3)
    hero_of(maze, 1).gold = 300
    with pytest.raises(GameOver) as over:
        end(maze, "king", [2])
    assert over.value.outcome.places == (3, 2, 1)
    with pytest.raises(GameOver) as over:
        end(maze, "all-out", [])
    assert over.value.outcome.places == ()  # nobody has won


def test_k2_usable_items_are_all_items_when_nothing_forbids():
    maze = an_exile(objects="p-sword t-giant-belt")
    assert ids(usable_items(maze, hero_of(maze))) == "p-sword t-giant-belt"
    assert lines("a;b") == "a\nb"
    maze.to_play = 0
    follow(take_turn(maze), "P1 main: stay")


# -- the quest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("delved", [False, True])
def test_su9_the_quest_is_done_by_a_special_room_and_the_way_out(delved):
    maze = a_maze(scenario="expedition")
    hero = hero_of(maze)
    hero.task = "q-delve"
    if delved:
        delve(hero)
    in_turn(maze, surface(maze, hero, "causeway", "exit"), "")
    assert hero.has_talisman is delved
    assert hero.task == ("" if delved else "q-delve")


def test_su9_every_character_has_the_quest_and_a_special_room_is_half_of_it():
    play: Any = Play(GAME, {}, 2, Seeded("a quest"), preset="quest")
    luck = Random(3)
    while play.question is not None and play.state.round == 0:
        play.answer(str(luck.choice(play.question.options)))
    assert [seat.hero.task for seat in play.state.seats] == ["q-delve"] * 2
    hero = play.state.seats[0].hero
    delve(hero)
    assert "delved" in hero.done
    assert not GAME.read_options({"quest": True, "scenario": "catacombs"}, 2)[0].quest
