"""Dice, tests, characteristics, fights, duels, Enemies of every kind (section 6)."""

from typing import Any

import pytest

from tests.games.talisman.builders import (
    RULES_OF_RECORD,
    a_maze,
    an_exile,
    before,
    enter,
    equip,
    follow,
    go_on,
    hero_of,
    holds,
    ids,
    in_turn,
    lines,
    on,
    play_turn,
    row,
    rows_of,
    told,
)
from undercroft.games.talisman.combat.duels import attack, maybe_attack, steal
from undercroft.games.talisman.combat.encounters import enemy
from undercroft.games.talisman.combat.enemy_characters import prowler
from undercroft.games.talisman.combat.fights import battle, fight, psychic
from undercroft.games.talisman.combat.scores import Foe, Side, own_terms, score
from undercroft.games.talisman.components.enemies import ENEMIES
from undercroft.games.talisman.heroes import characteristics as heroes
from undercroft.games.talisman.heroes.ailments import catch
from undercroft.games.talisman.heroes.characteristics import craft_of, strength_of
from undercroft.games.talisman.heroes.vitals import HeroDied, change_strength
from undercroft.games.talisman.heroes.wild_magic import wild_magic
from undercroft.games.talisman.movement.gate import foe_of
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rooms.q_to_t import fights_himself
from undercroft.games.talisman.rules.dice import passes, pick, roll_table
from undercroft.games.talisman.state import Maze, Now

WON = "roll own-die: 6\nroll enemy-die: 1"
LOST = "roll own-die: 1\nroll enemy-die: 6"


def scored(maze: Maze, foe: Foe, seat: int = 0) -> int:
    """What A brings to a fight, but for the die."""
    return score(maze, Side(hero_of(maze, seat)), foe)


OGRE = Foe("ogre", 6)
GHOST = Foe("ghost", 6, True, frozenset({"spirit", "undead"}))
WALL = Foe("wall", 5, False, frozenset({"barrier"}))


# -- dice -----------------------------------------------------------------------------------------


def test_d2_a_pick_of_one_asks_nothing_and_a_pick_is_never_modified():
    maze = an_exile(ailments="curse")
    assert in_turn(maze, pick(maze, "prey", [7]), "") == 7
    assert in_turn(maze, pick(maze, "prey", [7, 8]), "roll prey: 8") == 8


@pytest.mark.parametrize(
    ("what", "battle", "test", "table"),
    [
        ({}, 4, 3, 3),
        ({"ailments": "curse"}, 4, 4, 2),
        ({"blind": 2}, 3, 4, 3),
        ({"alarm": 2}, 3, 3, 3),
    ],
)
def test_d3_d4_r6_penalties_hurt_in_every_kind_of_roll(what, battle, test, table):
    maze = an_exile(**what)
    hero = hero_of(maze)
    assert scored(maze, OGRE) == battle
    events = told(maze)
    in_turn(maze, passes(maze, hero, "strength"), "roll test: 3")
    assert events[-1].total == test
    assert in_turn(maze, roll_table(maze, hero, "cache"), "roll cache: 3") == table


def test_d4_the_ice_cavern_chills_everything():
    maze = before("s-ice-cavern", square="d3", objects="p-armour")
    hero = hero_of(maze)
    assert scored(maze, OGRE) == 2
    assert in_turn(maze, roll_table(maze, hero, "cache"), "roll cache: 4") == 2
    assert not in_turn(maze, passes(maze, hero, "craft"), "roll test: 2")  # 2 + 2
    in_turn(maze, fight(maze, hero, Foe("ogre", 6)), LOST + "\nroll armour: 5")
    assert hero.lives == 3  # 5 - 2 saves nothing


def test_d5_a_table_is_clamped_to_its_rows_and_a_total_is_not():
    maze = an_exile(ailments="curse")
    hero = hero_of(maze)
    assert in_turn(maze, roll_table(maze, hero, "cache"), "roll cache: 1") == 1
    unclamped = roll_table(maze, hero, "stairs", clamped=False)
    assert in_turn(maze, unclamped, "roll stairs: 1") == 0


def test_d6_r63_rerolls_are_asked_in_order_and_each_once():
    maze = an_exile(character="ch-wood-runner", abilities="ab-true-seeing", objects="t-lucky-charm")
    hero = hero_of(maze)
    script = """
        roll test: 6
        P1 reroll: reroll
        roll test: 6
        P1 reroll: keep
        P1 charm: use-charm
        roll test: 1
    """
    assert in_turn(maze, passes(maze, hero, "craft", trap=True), script)
    assert not hero.objects


def test_d6_a_charm_rerolls_a_fight_not_won_a_room_table_and_a_stairs_roll():
    maze = an_exile(objects="t-lucky-charm", strength=6)
    hero = hero_of(maze)
    script = "roll own-die: 1\nroll enemy-die: 6\nP1 charm: use-charm\nroll own-die: 6"
    assert in_turn(maze, fight(maze, hero, Foe("ogre", 5)), script) == "win"
    script = "roll magic-mouth: 1; P1 charm: use-charm; roll magic-mouth: 4"
    assert holds(enter("s-magic-mouth", script, objects="t-lucky-charm"), "not A.objects")
    maze = before("c-straight-quiet", board="d2=s-pool", objects="t-lucky-charm")
    del maze.board[17]
    maze.board.insert(17, None)
    script = "P1 main: go:N; draw pool: stairs-marker; roll stairs: 1; P1 charm: use-charm;"
    go_on(maze, script + "roll stairs: 6; P1 marker: return; draw pool: c-cross-quiet")
    assert not hero_of(maze).objects


def test_d6_the_lorekeeper_rerolls_one_room_table_a_turn():
    maze = before("s-mushrooms", character="ch-lorekeeper")
    script = "P1 main: go:N; P1 room-offer: eat; roll mushrooms: 2; P1 reroll: reroll;"
    script += "roll mushrooms: 3; P1 room-offer: eat; roll mushrooms: 2"
    go_on(maze, script)
    assert hero_of(maze).lives == 3


# -- tests and characteristics --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "faces", "passed"),
    [(1, [3], True), (1, [4], False), (2, [1, 2], True), (2, [2, 2], False)],
)
def test_q1_a_test_passes_below_the_characteristic(dice, faces, passed):
    maze = an_exile()
    script = "\n".join(f"roll test: {face}" for face in faces)
    assert in_turn(maze, passes(maze, hero_of(maze), "strength", dice), script) is passed


def test_q1_q3_r7_a_natural_6_fails_a_test_of_one_die():
    maze = an_exile(craft=12)
    assert not in_turn(maze, passes(maze, hero_of(maze), "craft"), "roll test: 6")
    two = "roll test: 6\nroll test: 5"
    assert in_turn(maze, passes(maze, hero_of(maze), "craft", 2), two)


def test_q2_what_counts_in_a_test():
    maze = an_exile(objects="t-giant-belt p-sword", followers="t-mastiff t-blind-seer", weakness=1)
    hero = equip(maze, hero_of(maze), abilities="ab-iron-will ab-sure-foot")
    assert heroes.tested(maze, hero, "strength") == 4 + 1 - 1 + 2
    assert heroes.tested(maze, hero, "craft") == 4 + 1 + 2


def test_k1_a_werewolf_has_numbers_of_his_own_and_keeps_his_followers():
    maze = an_exile(strength=9, weakness=2, objects="t-giant-belt", followers="t-blind-seer")
    hero = hero_of(maze)
    assert strength_of(maze, hero) == 8
    hero.werewolf = True
    assert (strength_of(maze, hero), craft_of(maze, hero)) == (5, 5)


def test_k2_magic_fails_when_suppressed_and_all_objects_when_dazed():
    maze = an_exile(objects="t-giant-belt p-sword+")
    hero = hero_of(maze)
    assert (strength_of(maze, hero), scored(maze, OGRE)) == (5, 7)
    maze.silence["labyrinth"] = 1
    assert (strength_of(maze, hero), scored(maze, OGRE)) == (4, 5)
    maze.now = Now(active=0, confusion=4)
    assert scored(maze, OGRE) == 4


# -- a fight --------------------------------------------------------------------------------------


def test_f1_battles_compare_strength_and_psychic_combats_craft():
    maze = an_exile(strength=7, craft=2)
    assert (scored(maze, OGRE), scored(maze, GHOST)) == (7, 2)


@pytest.mark.parametrize(
    ("what", "foe", "by"),
    [
        ({"spirit_ward": True}, GHOST, "spirit-ward"),
        ({"abilities": "ab-beast-tongue"}, Foe("wolf", 2, False, frozenset({"beast"})), "beast"),
        ({"character": "ch-wood-runner"}, Foe("wolf", 2, False, frozenset({"beast"})), "beast"),
        ({"character": "ch-beast-caller"}, Foe("wolf", 2, False, frozenset({"beast"})), "beast"),
    ],
)
def test_f2_f12_who_has_a_means_may_evade(what, foe, by):
    maze = an_exile(**what)
    events = told(maze)
    assert in_turn(maze, fight(maze, hero_of(maze), foe), "P1 evade: evade") == "evaded"
    assert events[-1].by.startswith(by)
    assert not maze.now.lost
    closed = Foe(foe.id, foe.value, foe.psychic, foe.flags | {"no-evade"})
    assert in_turn(maze, fight(maze, hero_of(maze), closed), WON) == "win"


def test_f2_best_of_2_keeps_the_enemys_higher_die():
    maze = an_exile()
    foe = Foe("heads", 2, False, frozenset({"best-of-2"}))
    script = "roll own-die: 3\nroll enemy-die: 1\nroll enemy-die: 6"
    assert in_turn(maze, fight(maze, hero_of(maze), foe), script) == "loss"


def test_f2_what_needs_offensive_magic_is_beaten_by_nothing_else():
    flags = "spirit needs-offensive"
    maze = an_exile(craft=9)
    assert in_turn(maze, psychic(maze, hero_of(maze), "fire", 5, flags), "") == "loss"
    maze = an_exile(craft=9, spells="sp-brainwave")
    script = "P1 fight-window: cast:sp-brainwave\n" + WON
    assert in_turn(maze, psychic(maze, hero_of(maze), "fire", 5, flags), script) == "win"
    for weapon in ("p-sword+", "t-whisper-blade", "a-ash-wand"):
        maze = an_exile(craft=9, objects=weapon)
        assert in_turn(maze, psychic(maze, hero_of(maze), "fire", 5, flags), WON) == "win"


@pytest.mark.parametrize(
    ("face", "script", "claim"),
    [
        (1, WON, "A.lives == 3"),
        (2, WON, "A.miss == 1"),
        (3, "P1 choose-card: strength\n" + WON, "A.strength == 3"),
        (4, "roll own-die: 5\nroll enemy-die: 1", "A.xp == 0"),  # 9 v 4 + 1 + 3: needs more
        (5, WON, "maze.silence == {'labyrinth': 0}"),
        (6, "roll wild-magic: 3\n" + WON, "A.gold == 0"),
    ],
)
def test_f4_r40_r41_r42_an_enemy_spellcaster_casts_first(face, script, claim):
    maze = an_exile(base_strength=3)
    foe = foe_of(row("e-hooded-adept"))
    if face == 4:
        foe.value = 5
    in_turn(maze, fight(maze, hero_of(maze), foe), f"roll spellcaster: {face}\n{script}")
    assert holds(maze, claim)


@pytest.mark.parametrize(
    ("face", "script", "claim"),
    [
        (1, "", "A.lives == 3"),
        (2, "roll adjacent: d3", "at == 'd3'"),
        (3, "", "A.gold == 0"),
        (4, "", "A.ailments == {'confusion'}"),
        (5, "", "A.lives == 4"),
        (6, "", "A.lives == 4"),
    ],
)
def test_f4_the_wild_magic_table(face, script, claim):
    maze = before("c-straight-quiet", board="d5=c-cross-quiet")
    in_turn(maze, wild_magic(maze, hero_of(maze)), f"roll wild-magic: {face}\n{script}")
    assert holds(maze, claim)


def test_f4_a_spell_that_moves_him_off_the_tile_ends_the_fight():
    maze = before("c-straight-quiet")
    script = "roll spellcaster: 6\nroll wild-magic: 2"
    ending = in_turn(maze, fight(maze, hero_of(maze), foe_of(row("e-cave-witch"))), script)
    assert (ending, hero_of(maze).place) == ("evaded", "d3")


def test_f5_fight_spells_add_up_until_he_fights():
    maze = an_exile(spells="sp-fireball sp-lightning-bolt sp-brainwave")
    script = """
        offered: cast:sp-fireball cast:sp-lightning-bolt fight
        P1 fight-window: cast:sp-fireball
        P1 fight-window: cast:sp-lightning-bolt
        roll own-die: 1
        roll enemy-die: 5
    """
    assert in_turn(maze, fight(maze, hero_of(maze), Foe("ogre", 6)), script) == "win"  # 12 v 11
    assert ids(hero_of(maze).spells) == "sp-brainwave"


def test_f5_veil_evades_what_may_be_evaded():
    maze = an_exile(spells="sp-veil")
    script = "P1 fight-window: cast:sp-veil"
    assert in_turn(maze, fight(maze, hero_of(maze), Foe("ogre", 6)), script) == "evaded"
    maze = an_exile(spells="sp-veil")
    for flags in ("barrier", "no-evade"):
        assert in_turn(maze, battle(maze, hero_of(maze), "x", 2, flags), WON) == "win"


def test_f5_no_spells_when_the_fight_or_his_state_forbids():
    maze = an_exile(spells="sp-fireball")
    assert in_turn(maze, battle(maze, hero_of(maze), "gate", 2, "no-spells"), WON) == "win"
    maze.silence["labyrinth"] = 1
    assert in_turn(maze, battle(maze, hero_of(maze), "ogre", 2), WON) == "win"


def test_f6_the_best_weapon_is_used_or_the_best_two():
    maze = an_exile(objects="p-sword p-broadsword t-door-hammer")
    assert scored(maze, OGRE) == 6
    assert scored(maze, WALL) == 8
    equip(maze, hero_of(maze), abilities="ab-ambidextrous")
    assert scored(maze, OGRE) == 7
    assert scored(maze, WALL) == 10


@pytest.mark.parametrize(
    ("what", "foe", "total"),
    [
        ({"objects": "p-dagger"}, OGRE, 5),
        ({"objects": "p-sword"}, OGRE, 5),
        ({"objects": "p-sword+"}, OGRE, 6),
        ({"objects": "p-axe"}, WALL, 6),
        ({"objects": "p-mace"}, Foe("bones", 3, False, frozenset({"undead"})), 6),
        ({"objects": "a-saints-lance"}, Foe("drake", 7, False, frozenset({"dragon"})), 7),
        ({"objects": "a-saints-lance"}, OGRE, 5),
        ({"objects": "a-magic-ring"}, OGRE, 5),
        ({"objects": "a-ash-wand"}, GHOST, 5),
        ({"objects": "t-spirit-lance"}, GHOST, 6),
        ({"objects": "t-spirit-lance"}, OGRE, 4),
        ({"objects": "a-clouded-orb"}, GHOST, 5),
        ({"objects": "t-mage-staff"}, GHOST, 5),
        ({"followers": "t-mastiff t-lost-squire"}, OGRE, 6),
        ({"followers": "a-squire a-hound"}, OGRE, 6),
        ({"followers": "a-acolyte"}, GHOST, 5),
        ({"followers": "a-maiden"}, GHOST, 5),
        ({"followers": "x-faerie-dragon"}, GHOST, 5),
        ({"followers": "x-magic-spirit"}, GHOST, 6),
        ({"abilities": "ab-hero"}, OGRE, 5),
        ({"abilities": "ab-hero"}, GHOST, 5),
        ({"abilities": "ab-ghost-lore"}, GHOST, 6),
        ({"character": "ch-pilgrim"}, GHOST, 6),
        ({"character": "ch-runesmith"}, WALL, 6),
        ({"ailments": "disease"}, OGRE, 3),
        ({"ailments": "disease"}, GHOST, 3),
        ({"feast": True}, OGRE, 6),
        ({"feast": True}, GHOST, 4),
        ({"weakness": 1}, OGRE, 3),
        ({}, Foe("rival", 0, False, frozenset({"character"})), 5),  # the Exile
    ],
)
def test_f7_what_adds_to_his_score(what, foe, total):
    maze = an_exile(**what)
    assert scored(maze, foe) == total
    terms = own_terms(maze, Side(hero_of(maze)), foe)
    assert sum(number for _, number in terms) == total
    assert all(number for _, number in terms)


def test_f7_the_dice_of_a_fight_are_told_with_all_that_is_added():
    maze = an_exile(objects="p-sword+", followers="a-hound", spells="sp-fireball", blind=2)
    events = told(maze)
    script = "P1 fight-window: cast:sp-fireball\n" + WON
    in_turn(maze, fight(maze, hero_of(maze), Foe("ogre", 6, bonus=1, magic=3)), script)
    (rolled,) = [event for event in events if event.id == "fight-rolled"]
    assert dict(rolled.own_terms) == {
        "strength": 4,
        "p-sword": 2,
        "a-hound": 1,
        "sp-fireball": 4,
        "blind": -1,
    }
    assert rolled.own_score == 4 + 2 + 1 + 4 - 1 + 6
    assert rolled.enemy_terms == (("ogre", 6), ("nature", 1), ("its-magic", 3))


def test_q1_the_dice_of_a_test_are_told_with_their_penalties():
    maze = an_exile(ailments="curse", blind=1)
    events = told(maze)
    in_turn(maze, passes(maze, hero_of(maze), "craft", 2), "roll test: 1\nroll test: 3")
    assert (events[-1].rolled, events[-1].total) == ((1, 3), 6)
    assert events[-1].penalties == (("curse", 1), ("blind", 1))


def test_f7_a_feast_and_one_alarm_are_used_up_by_a_battle():
    maze = an_exile(feast=True, alarm=3)
    in_turn(maze, psychic(maze, hero_of(maze), "ghost", 2), WON)
    assert holds(maze, "A.feast and A.alarm == 3")
    in_turn(maze, battle(maze, hero_of(maze), "ogre", 2), WON)
    assert holds(maze, "not A.feast and A.alarm == 2")


def test_f8_higher_wins_and_equal_is_a_draw():
    maze = an_exile()
    hero = hero_of(maze)
    for own, enemy_die, ending in ((5, 3, "win"), (5, 5, "draw"), (4, 5, "loss")):
        script = f"roll own-die: {own}\nroll enemy-die: {enemy_die}"
        assert in_turn(maze, battle(maze, hero, "x", 4), script) == ending


def test_f8_who_is_pacified_wins_only_against_barriers_and_players():
    maze = an_exile()
    hero = hero_of(maze)
    maze.now = Now(active=0, confusion=2)
    assert follow(battle(maze, hero, "x", 2), WON) == "draw"
    assert follow(battle(maze, hero, "wall", 2, "barrier"), WON) == "win"
    assert hero.xp == 0


def test_f9_armour_saves_in_its_order_and_psychic_combat_allows_none():
    maze = an_exile(objects="p-helmet p-shield p-armour")
    hero = hero_of(maze)
    script = LOST + "\nroll armour: 3\nroll armour: 4\nroll armour: 6"
    in_turn(maze, battle(maze, hero, "x", 9), script)
    assert hero.lives == 4
    in_turn(maze, psychic(maze, hero, "x", 9), LOST)
    assert hero.lives == 3


@pytest.mark.parametrize(
    ("what", "face", "lives"),
    [
        ({"objects": "p-shield"}, 4, 3),
        ({"objects": "p-shield+"}, 4, 4),
        ({"objects": "p-shield", "character": "ch-warden"}, 4, 4),
        ({"objects": "t-rune-shield"}, 4, 4),
        ({"objects": "a-iron-cap"}, 5, 3),
        ({"objects": "a-iron-cap"}, 6, 4),
    ],
)
def test_f9_o5_o8_what_an_armour_roll_needs(what, face, lives):
    maze = an_exile(**what)
    in_turn(maze, battle(maze, hero_of(maze), "x", 9), LOST + f"\nroll armour: {face}")
    assert hero_of(maze).lives == lives


def test_o5_of_two_shields_the_better_one_is_used():
    maze = an_exile(objects="p-shield t-rune-shield")
    events = told(maze)
    in_turn(maze, battle(maze, hero_of(maze), "x", 9), LOST + "\nroll armour: 4")
    assert [event.piece for event in events if event.id == "armour-rolled"] == ["t-rune-shield"]


def test_f9_a_thick_hide_comes_after_armour_and_in_any_lost_fight():
    maze = an_exile(abilities="ab-thick-hide")
    hero = hero_of(maze)
    in_turn(maze, battle(maze, hero, "x", 9), LOST + "\nroll thick-hide: 6")
    in_turn(maze, psychic(maze, hero, "x", 9), LOST + "\nroll thick-hide: 5")
    assert hero.lives == 3


def test_f9_a_fickle_spirit_leaves_after_a_lost_psychic_combat():
    maze = an_exile(followers="x-magic-spirit")
    in_turn(maze, battle(maze, hero_of(maze), "x", 9), LOST)
    assert hero_of(maze).followers
    in_turn(maze, psychic(maze, hero_of(maze), "x", 9), LOST)
    assert not hero_of(maze).followers
    assert "x-magic-spirit" in ids(maze.decks["special"])


ON_LOSS = {
    "e-cave-spider": ("roll test: 6", "A.ailments == {'poison'}"),
    "e-grey-ooze": ("", "not A.objects"),
    "e-crypt-eater": ("", "A.ailments == {'disease'}"),
    "e-masked-blade": ("", "A.gold == 0"),
    "e-stone-eye": ("", "A.miss == 1"),
    "e-weeping-woman": ("", "A.ailments == {'curse'}"),
    "e-mind-leech": ("", "A.craft == 3"),
    "a-footpad": ("", "A.gold == 0"),
    "a-rust-beetle": ("", "not A.objects"),
    "a-bog-lurker": ("", "A.miss == 1"),
    "a-page-thief": ("", "not A.spells"),
    "a-bandit-queen": ("", "A.gold == 0"),
    "a-bridge-troll": ("", "A.gold == 0"),
    "a-press-gang": ("", "not A.followers"),
    "a-will-wisp": ("", "at == 'd4'"),  # on the Land he is led astray: see land.table
    "a-imp": ("", "not A.spells"),
    "a-barrow-wight": ("", "A.ailments == {'curse'}"),
    "a-night-mare": ("", "A.ailments == {'confusion'}"),
    "a-wraith": ("", "A.strength == 3"),
    "a-lesser-fiend": ("", "A.craft == 3"),
    "a-marsh-serpent": ("roll test: 6", "A.ailments == {'poison'}"),
    "a-keening-ghost": ("", "A.weakness == 1"),
}


@pytest.mark.parametrize("id", ON_LOSS)
def test_f9_what_an_enemy_does_besides_to_who_loses(id):
    script, claim = ON_LOSS[id]
    maze = an_exile(
        base_craft=3, base_strength=3, objects="p-rope", spells="sp-mend", followers="a-porter"
    )
    in_turn(maze, fight(maze, hero_of(maze), foe_of(row(id))), f"{LOST}\n{script}")
    assert holds(maze, claim)
    assert hero_of(maze).lives == 3


@pytest.mark.parametrize("card", ENEMIES, ids=str)
def test_f10_f20_f21_r8_every_enemy_is_fought_searched_and_discarded(card):
    maze = an_exile(strength=12, craft=12)
    script = f"draw enemy: {card.id}\n"
    script += "roll spellcaster: 4\n" if card.casts else ""
    script += "roll own-die: 6\nroll enemy-die: 1\n" + "roll enemy-die: 1\n" * card.best_of_2
    if card.treasure <= 6:
        script += f"roll treasure-roll: {card.treasure}\ndraw treasure: t-gem"
    assert in_turn(maze, enemy(maze, hero_of(maze)), script) == "win"
    assert hero_of(maze).xp == card.value
    assert ids(maze.discards["enemy"]) == card.id
    assert hero_of(maze).gold == (3 if card.treasure <= 6 else 1)


def test_f21_too_low_a_treasure_roll_finds_nothing_and_gifts_raise_it():
    gifts: tuple[tuple[dict[str, Any], int], ...] = (
        ({}, 3),
        ({"abilities": "ab-plunderer"}, 2),
        ({"character": "ch-cutpurse"}, 2),
    )
    for what, face in gifts:
        maze = an_exile(**what)
        script = f"draw enemy: e-tunnel-reaver\n{WON}\nroll treasure-roll: {face}"
        in_turn(maze, enemy(maze, hero_of(maze)), script)
        assert hero_of(maze).gold == 1
        script = f"draw enemy: e-tunnel-reaver\n{WON}\nroll treasure-roll: {face + 1}"
        script += "\ndraw treasure: t-gem"
        in_turn(maze, enemy(maze, hero_of(maze)), script)
        assert hero_of(maze).gold == 3


def test_f11_a_fragile_weapon_breaks_on_a_natural_1_unless_it_cannot():
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"objects": "p-broadsword"}, ""),
        ({"objects": "p-broadsword+"}, "p-broadsword+"),
        ({"objects": "p-broadsword", "character": "ch-runesmith"}, "p-broadsword"),
        ({"objects": "p-sword"}, "p-sword"),
    )
    for what, left in cases:
        maze = an_exile(strength=9, **what)
        in_turn(maze, battle(maze, hero_of(maze), "x", 2), "roll own-die: 1\nroll enemy-die: 1")
        assert ids(hero_of(maze).objects) == left


def test_f12_r28_a_lost_fight_stops_him_and_a_drawn_one_does_not():
    enter("c-straight-enemy", "draw enemy: e-ogre; roll own-die: 1; roll enemy-die: 6")
    drawn = "draw enemy: e-ogre; roll own-die: 5; roll enemy-die: 3; P1 second: stop"
    assert holds(enter("c-straight-enemy", drawn), "A.lives == 4")


# -- Enemy Characters -----------------------------------------------------------------------------


def test_f30_r48_equal_characteristics_fight_a_battle_and_bring_their_raised_value():
    script = "draw character: ch-beast-caller; roll prowler: 4; roll own-die: 6; roll enemy-die: 1;"
    maze = enter("c-straight-prowler", script + "P1 second: stop")
    assert holds(maze, "A.xp == 6 and A.gold == 2")  # the Exile's bonus: 4 + 1 + 6 v 6 + 1 + 1
    assert row("ch-beast-caller") in maze.characters.fog


@pytest.mark.parametrize(
    ("name", "die", "script", "claim"),
    [
        (
            "ch-duellist",
            1,
            "roll own-die: 6; roll enemy-die: 1; roll enemy-die: 6; P1 second: stop",
            "A.xp == 3",
        ),
        ("ch-runesmith", 1, "roll own-die: 2; roll enemy-die: 2; P1 second: stop", "A.xp == 0"),
        ("ch-cutpurse", 6, "roll own-die: 1; roll enemy-die: 6", "A.gold == 0"),
        ("ch-pilgrim", 1, "roll own-die: 2; roll enemy-die: 1; P1 second: stop", "A.xp == 0"),
        ("ch-beast-caller", 1, "roll own-die: 1; roll enemy-die: 2; P1 second: stop", "A.xp == 0"),
    ],
)
def test_f30_the_bonus_a_character_has_as_an_enemy(name, die, script, claim):
    script = script.replace("END", "P1 second: stop")
    maze = enter("c-straight-prowler", f"draw character: {name}; roll prowler: {die}; {script}")
    assert holds(maze, claim)


ENEMY_SPELLS = [
    ("sp-fireball", WON, "A.lives == 4"),
    ("sp-finger-of-death", WON, "A.lives == 3"),
    ("sp-immobility", WON, "A.miss == 1"),
    ("sp-syphon", "P1 choose-card: strength\n" + WON, "A.strength == 3"),
    ("sp-destroy-magic", WON, "maze.silence == {'labyrinth': 0}"),
    ("sp-wild-magic", "roll wild-magic: 1\n" + WON, "A.lives == 3"),
    ("sp-veil", "", "A.xp == 0"),
    ("sp-brainwave", WON, "A.lives == 4"),
]


@pytest.mark.parametrize(("spell", "script", "claim"), ENEMY_SPELLS)
def test_f30_the_seat_on_the_right_casts_one_of_its_spells(spell, script, claim):
    maze = an_exile(base_strength=3, craft=9)
    drawn = f"draw character: ch-hedge-witch\nroll prowler: 1\ndraw spell: {spell}\n"
    drawn += f"draw spell: sp-mend\nP2 enemy-spell: cast:{spell}\n"
    in_turn(maze, prowler(maze, hero_of(maze)), drawn + script)
    assert holds(maze, claim)
    assert sorted(ids(maze.discards["spell"]).split()) == sorted([spell, "sp-mend"])


def test_f30_r23_solo_the_spell_is_picked():
    maze = an_exile(seats=1, craft=9)
    script = "draw character: ch-bone-reader\nroll prowler: 1\ndraw spell: sp-veil\n"
    script += "draw spell: sp-syphon\nroll enemy-spell: sp-veil"
    in_turn(maze, prowler(maze, hero_of(maze)), script)
    assert hero_of(maze).xp == 0


# -- duels ----------------------------------------------------------------------------------------


def test_f40_r60_the_winner_takes_a_life_gold_or_an_object():
    for spoil, script, claim in (
        ("life", "", "B.lives == 3"),
        ("gold", "", "B.gold == 0 and A.gold == 2"),
        ("object", "", "ids(A.objects) == 'talisman-card' and not B.objects"),
    ):
        maze = an_exile()
        equip(maze, hero_of(maze, 1), objects="talisman-card")
        fought = f"roll own-die: 6\nroll rival-die: 1\nP1 spoils: {spoil}\n{script}"
        in_turn(maze, attack(maze, hero_of(maze), hero_of(maze, 1)), fought)
        assert holds(maze, claim)
        assert hero_of(maze).xp == 0


def test_f40_r65_a_defender_who_wins_takes_spoils_too_and_robs_a_talisman():
    maze = an_exile(objects="talisman-card p-axe")
    script = "roll own-die: 1\nroll rival-die: 6\nP2 spoils: object\n"
    script += "P2 spoil-object: object:talisman-card"
    in_turn(maze, attack(maze, hero_of(maze), hero_of(maze, 1)), script)
    assert hero_of(maze, 1).has_talisman
    assert maze.now.lost


def test_f40_both_sides_have_their_windows_and_veil_saves_the_defender():
    maze = an_exile(spells="sp-fireball")
    equip(maze, hero_of(maze, 1), spells="sp-veil")
    script = "P1 fight-window: cast:sp-fireball\nP2 fight-window: cast:sp-veil"
    in_turn(maze, attack(maze, hero_of(maze), hero_of(maze, 1)), script)
    assert hero_of(maze, 1).lives == 4


def test_f40_e3_a_defender_who_dies_ends_the_fight_not_the_turn():
    maze = an_exile()
    equip(maze, hero_of(maze, 1), square="d4", lives=1)
    equip(maze, hero_of(maze), square="a1")
    maze.board[1] = maze.board[24]
    hero = hero_of(maze)
    hero.square = 0
    in_turn(
        maze,
        attack(maze, hero, hero_of(maze, 1)),
        "roll own-die: 6\nroll rival-die: 1\nP1 spoils: life",
    )
    assert maze.seats[1].hero is None
    assert not maze.seats[1].out


def test_f40_an_attacker_who_dies_is_dead_at_once():
    maze = an_exile(lives=1)
    script = "roll own-die: 1\nroll rival-die: 6\nP2 spoils: life"
    with pytest.raises(HeroDied):
        in_turn(maze, attack(maze, hero_of(maze), hero_of(maze, 1)), script)


def test_f40_the_bone_reader_may_fight_by_craft():
    maze = an_exile(character="ch-bone-reader", craft=9)
    script = "P1 fight-kind: psychic\nroll own-die: 1\nroll rival-die: 1\nP1 spoils: life"
    in_turn(maze, attack(maze, hero_of(maze), hero_of(maze, 1)), script)
    assert hero_of(maze, 1).lives == 3


def test_f40_who_is_held_away_cannot_be_attacked_and_rivalry_may_be_off():
    maze = before("s-teleportation-room")
    equip(maze, hero_of(maze, 1), square="d3")
    play_turn(maze, "P1 main: go:N\nP1 meet: encounter\nroll doors: 6", 0)
    maze = before("c-cross-quiet", options="rivalry=off")
    equip(maze, hero_of(maze, 1), square="d3")
    go_on(maze, "P1 main: go:N; P1 second: stop")
    maze = before("s-teleportation-room")
    equip(maze, hero_of(maze, 1), square="d3", holds=[Hold("doors")])
    go_on(maze, "P1 main: go:N; roll doors: 6")


def test_f41_the_cutpurse_may_steal_instead():
    maze = before("c-cross-quiet", character="ch-cutpurse")
    equip(maze, hero_of(maze, 1), square="d3")
    go_on(maze, "P1 main: go:N; P1 meet: steal:P2; roll steal: 4")
    assert (hero_of(maze).gold, hero_of(maze, 1).gold) == (2, 0)
    in_turn(maze, steal(maze, hero_of(maze), hero_of(maze, 1)), "roll steal: 6")
    assert hero_of(maze).gold == 2


def test_f40_an_attack_ends_the_movement_and_replaces_the_encounter():
    maze = before("c-straight-enemy")
    equip(maze, hero_of(maze, 1), square="d3")
    go_on(maze, "P1 main: go:N; P1 meet: attack:P2; roll own-die: 3; roll rival-die: 4")
    assert not on(maze, "d3").spent


def test_d6_the_duellist_rerolls_his_own_die_once_a_battle():
    maze = an_exile(character="ch-duellist")
    script = "roll own-die: 1\nroll enemy-die: 2\nP1 reroll: reroll\nroll own-die: 6"
    assert in_turn(maze, fight(maze, hero_of(maze), Foe("ogre", 6)), script) == "win"
    assert in_turn(maze, psychic(maze, hero_of(maze), "x", 9), LOST) == "loss"


# -- ailments -------------------------------------------------------------------------------------


def test_r38_r39_weakness_adds_up_and_kills_without_counting_bonuses():
    maze = an_exile(strength=2, objects="t-giant-belt")
    catch(maze, hero_of(maze), "weakness")
    assert hero_of(maze).weakness == 1
    with pytest.raises(HeroDied):
        catch(maze, hero_of(maze), "weakness")


def test_k1_a_loss_of_strength_kills_who_is_weakened_to_nothing():
    maze = an_exile(strength=5, weakness=4)
    hero_of(maze).base_strength = 4
    with pytest.raises(HeroDied):
        change_strength(maze, hero_of(maze), -1)


@pytest.mark.parametrize(
    ("what", "ailment"),
    [
        ({"character": "ch-pilgrim"}, "curse"),
        ({"character": "ch-bone-reader"}, "disease"),
        ({"character": "ch-bone-reader"}, "weakness"),
        ({"abilities": "ab-clean-blood"}, "disease"),
        ({"abilities": "ab-clean-blood"}, "poison"),
        ({"ailments": "confusion"}, "confusion"),
    ],
)
def test_r38_some_cannot_get_an_ailment_and_nobody_gets_one_twice(what, ailment):
    maze = an_exile(**what)
    before_it = set(hero_of(maze).ailments)
    events = told(maze)
    catch(maze, hero_of(maze), ailment)
    assert (hero_of(maze).ailments, hero_of(maze).weakness, events) == (before_it, 0, [])


def test_f2_lycanthropy_rolls_before_each_fight():
    maze = an_exile(ailments="lycanthropy", objects="p-sword", spells="sp-fireball")
    script = "roll lycanthropy: 1\nroll own-die: 3\nroll enemy-die: 1"
    assert in_turn(maze, fight(maze, hero_of(maze), Foe("x", 6)), script) == "win"  # 8 v 7
    script = "roll lycanthropy: 2\nP1 fight-window: fight\nroll own-die: 1\nroll enemy-die: 1"
    assert in_turn(maze, fight(maze, hero_of(maze), Foe("x", 6)), script) == "loss"


def test_f9_maybe_attack_offers_nothing_when_nobody_is_there():
    maze = a_maze()
    assert in_turn(maze, maybe_attack(maze, hero_of(maze), []), "") is False


def test_f20_the_enemy_table_of_the_rules_is_the_deck():
    text = RULES_OF_RECORD["talisman-cards"]
    table = text[text.index("## 3. Enemy deck") : text.index("## 4. Treasure deck")]
    for cells in rows_of(table):
        card = row(cells[0])
        low = {"none": 7, "-": 4}.get(cells[5]) or int(cells[5][0])
        assert (card.copies, card.kind, card.value) == (int(cells[2]), cells[3], int(cells[4]))
        assert card.treasure == low, card.id
        flags = {"caster"} & set(cells[6].split())
        assert bool(card.casts) == bool(flags)
        named = {flag for flag in cells[6].split() if flag != "caster"}
        assert card.flags - {"spirit"} == named
        assert bool(card.on_loss) == bool(cells[7])
    assert sum(card.copies for card in ENEMIES) == 40
    assert lines("a; b") == "a\nb"


# -- Enemy Characters and the fallen --------------------------------------------------------------


def test_f30_r72_an_enemy_character_is_an_unused_one_and_a_fallen_one_only_if_none_is_left():
    maze = an_exile()
    maze.fallen.append(maze.characters.fog.pop())
    assert str(maze.fallen[0]) not in offered_characters(maze)
    maze.fallen += maze.characters.fog
    maze.characters.fog.clear()
    assert offered_characters(maze) == {str(fallen) for fallen in maze.fallen}
    maze.fallen.clear()
    in_turn(maze, prowler(maze, hero_of(maze)), "")  # nobody comes


def offered_characters(maze: Maze) -> set[str]:
    return {str(character) for character in next(prowler(maze, hero_of(maze))).choices}


# -- the Mirror of Dreams -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "own"),
    [
        ({}, 4),
        ({"objects": "t-spirit-lance"}, 6),
        ({"objects": "a-ash-wand"}, 5),
        ({"abilities": "ab-hero"}, 5),
        ({"objects": "t-spirit-lance", "abilities": "ab-hero"}, 7),
        ({"followers": "a-acolyte"}, 4),
        ({"ailments": "disease", "blind": 2}, 4),
    ],
)
def test_r71_the_mirror_image_has_his_craft_with_objects_and_abilities(what, own):
    maze = an_exile(**what)
    events = told(maze)
    in_turn(maze, fights_himself(maze, hero_of(maze)), "roll own-die: 3\nroll enemy-die: 3")
    (rolled,) = [event for event in events if event.id == "fight-rolled"]
    assert rolled.enemy_score == own + 3
