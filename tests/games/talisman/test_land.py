"""The Land, its cards, the City, the Hermit, the Tower (land part of the rules of record)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.games.talisman.builders import (
    RULES_OF_RECORD,
    an_exile,
    before,
    equip,
    follow,
    go_on,
    hero_of,
    holds,
    ids,
    in_turn,
    lines,
    play_turn,
    read_table,
    row,
    rows_of,
    take_card,
)
from undercroft.core.game import GameOver
from undercroft.games.talisman.combat.duels import can_be_attacked
from undercroft.games.talisman.components.adventures import ADVENTURES
from undercroft.games.talisman.components.characters import CHARACTERS
from undercroft.games.talisman.components.purchases import PURCHASES
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.components.spells import targets
from undercroft.games.talisman.components.strangers import to_entrance
from undercroft.games.talisman.heroes.vitals import HeroDied
from undercroft.games.talisman.land.city import throw_into_donjon
from undercroft.games.talisman.land.landing import encounter_space, land_on
from undercroft.games.talisman.land.roads import land_options
from undercroft.games.talisman.land.spaces import INNER, MIDDLE, OUTER
from undercroft.games.talisman.pieces import Lying
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.tasks import finish_task
from undercroft.games.talisman.rules.tower import enter_tower, tower_step
from undercroft.games.talisman.state import Maze, Now

WON = "roll own-die: 6; roll enemy-die: 1"
LOST = "roll own-die: 1; roll enemy-die: 6"


def on_land(
    space: str = "heath", *, scenario: str = "expedition", seats: int = 2, **what: Any
) -> Maze:
    """Put A on a space of the Land; all others stand on the Old Orchard."""
    maze = an_exile(options=f"scenario={scenario}", seats=seats, space=space, **what)
    for seat in range(1, seats):
        equip(maze, hero_of(maze, seat), space="old-orchard")
    return maze


def land(maze: Maze, space: str, script: str = "") -> Maze:
    """Let A land on a space."""
    in_turn(maze, land_on(maze, hero_of(maze), maze.space(space)), lines(script))
    return maze


def lay_cards(maze: Maze, space: str, *cards: str) -> None:
    maze.lying[space] = [Lying(take_card(maze, card)) for card in cards]


# -- the board ------------------------------------------------------------------------------------


def test_g1_g4_the_regions_are_those_of_the_rules():
    tables = RULES_OF_RECORD["talisman-land"].split("## 2. Land turn")[0]
    spaces = [cells[1] for cells in rows_of(tables)]
    assert spaces == [space.id for space in (*OUTER, *MIDDLE, *INNER)]
    assert [len(region) for region in (OUTER, MIDDLE, INNER)] == [20, 12, 5]
    for cells in rows_of(tables):
        draws = cells[3].removeprefix("draw ") if cells[3].startswith("draw ") else "0"
        assert row(cells[1]).draws == int(draws)
        assert row(cells[1]).entrance == ("[E]" in cells[2])


def test_g2_what_may_be_done_where():
    maze = on_land("heath")
    maze.now = Now(active=0, visit=hero_of(maze).visit)
    for space, free_move, options in (
        ("heath", False, ["roll"]),
        ("heath", True, ["roll", "free-move"]),
        ("toll-bridge-outer", False, ["roll", "cross"]),
        ("graveyard", False, ["roll", "portal"]),
        ("iron-gate", False, ["roll", "force-gate"]),
    ):
        equip(maze, hero_of(maze), space=space, free_move=free_move)
        assert land_options(maze, hero_of(maze)) == options


def test_g2_a_free_move_leads_to_any_outer_space_and_lapses():
    maze = on_land(free_move=True)
    go_on(maze, "P1 land-main: free-move; P1 direction: to-space:village; P1 visit: pass")
    assert holds(maze, "at == 'village' and not A.free_move")
    maze = on_land(free_move=True)
    go_on(maze, "P1 land-main: roll; roll move: 1; P1 direction: clockwise; P1 room-offer: pass")
    assert not hero_of(maze).free_move


def test_g3_a_die_and_a_direction():
    maze = on_land("heath")
    go_on(maze, "roll move: 1; P1 direction: clockwise; P1 room-offer: pass")
    assert hero_of(maze).place == "wayfarers-shrine"
    maze = on_land("heath", ailments="curse")
    go_on(maze, "roll move: 2; P1 direction: clockwise; P1 room-offer: pass")
    assert hero_of(maze).place == "wayfarers-shrine"
    maze = on_land("heath", ailments="curse")
    go_on(maze, "roll move: 1; P1 direction: clockwise; P1 room-offer: pass")


@pytest.mark.parametrize(
    ("way", "space", "script"),
    [
        ("exact", "village", "P1 visit: pass"),
        ("plus", "farmland", "draw adventure: a-windfall"),
        ("minus", "wayfarers-shrine", "P1 room-offer: pass"),
    ],
)
def test_g3_a_guide_changes_the_roll_by_one(way, space, script):
    maze = on_land("heath", followers="a-guide")
    go_on(maze, f"roll move: 2; P1 guide: {way}; P1 direction: clockwise; {script}")
    assert hero_of(maze).place == space


def test_g4_a_move_never_leaves_its_ring_and_one_goal_is_no_question():
    maze = on_land("dry-gulch")
    go_on(maze, "roll move: 6; P1 room-offer: pass")  # half way round: one space either way
    assert hero_of(maze).place == "temple-of-voices"


def test_g5_a_character_may_be_attacked_instead_of_the_space():
    maze = on_land("heath")
    equip(maze, hero_of(maze, 1), space="moor")
    script = "P1 meet: attack:P2; roll own-die: 6; roll rival-die: 1; P1 spoils: life"
    land(maze, "moor", script)
    assert hero_of(maze, 1).lives == 3


def test_g6_standing_somewhere_encounters_nothing():
    maze = on_land("moor")
    lay_cards(maze, "moor", "a-boar")
    go_on(maze, "roll move: 1; P1 direction: clockwise; roll test: 1; draw spell: sp-mend")
    assert [lying.card.id for lying in maze.lying["moor"]] == ["a-boar"]


# -- cards on a space -----------------------------------------------------------------------------


def test_g9_cards_are_brought_up_to_a_number():
    maze = on_land()
    lay_cards(maze, "hidden-tarn", "a-old-sword")
    land(maze, "hidden-tarn", "draw adventure: a-windfall; P1 take: leave")
    assert holds(maze, "A.gold == 3 and len(maze.lying['hidden-tarn']) == 1")


def test_g10_the_order_of_cards_and_what_ends_an_encounter():
    maze = on_land(strength=9)
    lay_cards(maze, "moor", "a-spring", "a-old-sword", "a-healer", "a-boar", "a-windfall")
    hero_of(maze).lives = 1
    script = f"{WON}; P1 take: take; P1 room-offer: drink"
    land(maze, "moor", script)
    assert holds(maze, "A.gold == 3 and A.lives == 4 and A.xp == 3")
    assert [lying.card.id for lying in maze.lying["moor"]] == ["a-spring"]
    maze = on_land()
    lay_cards(maze, "moor", "a-old-sword", "a-red-drake")
    land(maze, "moor", LOST)
    assert len(maze.lying["moor"]) == 2


def test_g10_an_evaded_enemy_stays_and_the_rest_is_met():
    maze = on_land(abilities="ab-beast-tongue")
    lay_cards(maze, "moor", "a-boar", "a-old-sword")
    land(maze, "moor", "P1 evade: evade; P1 take: take")
    assert [lying.card.id for lying in maze.lying["moor"]] == ["a-boar"]


def test_g11_cards_come_before_an_instruction_that_is_no_draw():
    maze = on_land()
    lay_cards(maze, "village", "a-windfall")
    land(maze, "village", "P1 visit: pass")
    assert hero_of(maze).gold == 3
    maze = on_land()
    lay_cards(maze, "village", "a-red-drake")
    land(maze, "village", LOST)  # nobody asks what to visit
    maze = on_land()
    lay_cards(maze, "ash-plain", "a-spring")
    land(maze, "ash-plain", "roll test: 1")  # no card is met twice


def test_g12_an_empty_adventure_deck_gives_no_card():
    maze = on_land()
    maze.decks["adventure"].fog.clear()
    land(maze, "moor")
    assert maze.lying["moor"] == []


# -- between regions ------------------------------------------------------------------------------


def test_g13_the_toll_bridge_is_crossed_for_gold_or_by_force():
    maze = on_land("toll-bridge-outer")
    go_on(maze, "P1 land-main: cross; P1 toll: pay")
    assert holds(maze, "at == 'toll-bridge-inner' and A.gold == 0")
    go_on(maze, f"P1 land-main: cross; {LOST}")
    assert holds(maze, "at == 'toll-bridge-inner' and A.lives == 3")
    go_on(maze, f"P1 land-main: cross; {WON}")
    assert holds(maze, "at == 'toll-bridge-outer' and A.xp == 0")


def test_g14_the_iron_gate_is_forced_by_strength_or_craft():
    maze = on_land("iron-gate", craft=9)
    go_on(
        maze,
        "P1 land-main: force-gate; P1 gate-test: craft; "
        "roll test: 1; roll test: 1; roll wilderness: 6",
    )
    assert hero_of(maze).place == "wilderness"


@pytest.mark.parametrize(
    ("what", "face", "opens"),
    [
        ({"craft": 3}, 3, True),
        ({"craft": 3}, 4, False),
        ({"craft": 9}, 6, False),
        ({"craft": 3, "ailments": "curse"}, 3, False),
        ({"craft": 3, "blind": 2}, 3, False),
        ({"craft": 3, "abilities": "ab-iron-will"}, 5, True),
    ],
)
def test_g15_r1_q4_the_portal_opens_at_craft_or_less(what, face, opens):
    maze = on_land("graveyard", **what)
    maze.board[24] = None
    script = f"P1 land-main: portal; roll portal: {face}"
    go_on(maze, script + ("; roll square: 3; roll square: 4; P1 rotate: 0" if opens else ""))
    assert hero_of(maze).in_labyrinth is opens


def test_g15_l10_a_compass_needs_no_roll_and_an_entrance_that_lies_is_used():
    maze = on_land("graveyard", objects="t-compass")
    maze.board[24] = None
    go_on(maze, "P1 land-main: portal; roll square: 3; roll square: 4; P1 rotate: 0")
    assert hero_of(maze).place == "d4"
    maze = before("ent-graveyard", options="scenario=expedition", space="graveyard")
    equip(maze, hero_of(maze, 1), square="d4", objects="t-compass")
    go_on(maze, "P1 land-main: portal; roll portal: 1")
    assert hero_of(maze).place == "d3"


def test_g17_the_inner_region_is_walked_step_by_step():
    maze = on_land("wilderness")
    go_on(maze, f"P1 inner: step-on; P1 fight-kind: battle; {LOST}")
    assert hero_of(maze).place == "bone-field"
    play_turn(
        maze, lines(f"offered: step-back stay; P1 inner: stay; P1 fight-kind: psychic; {LOST}")
    )
    equip(maze, hero_of(maze), craft=9)
    go_on(maze, f"P1 inner: stay; P1 fight-kind: psychic; {WON}")
    go_on(
        maze, "P1 window: done; P1 inner: step-on; P1 gate-test: craft; roll test: 6; roll test: 6"
    )
    assert holds(maze, "at == 'glass-gorge' and A.lives == 1 and A.xp == 7")
    go_on(
        maze,
        "P1 window: done; P1 inner: step-back; "
        "P1 fight-kind: battle; roll own-die: 4; roll enemy-die: 1",
    )
    assert hero_of(maze).place == "bone-field"
    maze = on_land("wilderness")
    go_on(maze, "P1 inner: step-back")
    assert hero_of(maze).place == "iron-gate"


def test_g18_the_causeway_needs_a_talisman():
    maze = on_land("causeway")
    play_turn(maze, "offered: step-back stay\nP1 inner: stay")
    equip(maze, hero_of(maze), objects="talisman-card")
    go_on(maze, f"P1 inner: step-on; P1 king: battle; {LOST}")
    assert holds(maze, "at == 'wizards-tower' and A.has_talisman and A.lives == 3")


def test_g19_a_relocation_to_the_land_lands_there_and_ends_the_turn():
    maze = before("c-straight-rune", options="scenario=grand-quest")
    go_on(maze, "P1 main: go:N; roll trap-magic: 6; roll chasm-space: 1")
    assert holds(maze, "at == 'chasm' and A.lives == 3")
    maze = before("c-straight-door", options="scenario=expedition")
    go_on(maze, "P1 main: go:N; roll trap-door: 5; roll graveyard: 2")
    assert hero_of(maze).place == "graveyard"


# -- the Hermit -----------------------------------------------------------------------------------

TASKS = [
    (1, {"followers": "a-squire"}, "P1 deliver: deliver", "not A.followers"),
    (2, {"objects": "t-giant-belt"}, "P1 deliver: deliver", "ids(A.objects) == 'talisman-card'"),
    (3, {"gold": 3}, "P1 deliver: deliver", "A.gold == 0"),
    (4, {}, "", "A.task == 'q-trophy'"),
    (5, {}, "", "A.task == 'q-letter'"),
    (6, {}, "", "A.task == 'q-depths'"),
]


@pytest.mark.parametrize(("face", "what", "script", "claim"), TASKS)
def test_g20_g21_each_task_of_the_hermit(face, what, script, claim):
    maze = on_land(**what)
    land(maze, "hermits-cell", f"P1 hermit: accept; roll task: {face}; {script}".rstrip("; "))
    assert holds(maze, claim)
    assert hero_of(maze).has_talisman is (face <= 3)


def test_g20_tasks_are_done_where_they_are_done():
    maze = on_land(task="q-trophy", strength=9)
    lay_cards(maze, "moor", "a-stone-ogre")
    land(maze, "moor", WON)
    assert hero_of(maze).has_talisman
    maze = on_land(task="q-letter")
    land(maze, "city", "P1 visit: pass")
    assert hero_of(maze).has_talisman
    maze = on_land(task="q-letter", outcast=True)
    land(maze, "city")
    assert not hero_of(maze).has_talisman
    land(maze, "village", "P1 visit: pass")
    assert hero_of(maze).has_talisman
    maze = on_land(task="q-depths", scenario="grand-quest")
    land(maze, "temple-of-voices", "P1 room-offer: pass")
    assert hero_of(maze).has_talisman
    maze = before("ent-graveyard", options="scenario=expedition", square="d3", task="q-depths")
    go_on(maze, "P1 main: exit; roll graveyard: 2")
    assert hero_of(maze).has_talisman


def test_g21_an_old_task_may_be_kept_or_changed_and_an_empty_reserve_pays_gold():
    maze = on_land(task="q-tithe")
    land(maze, "hermits-cell", "P1 hermit: keep")
    land(maze, "hermits-cell", "P1 hermit: abandon; roll task: 5")
    assert hero_of(maze).task == "q-letter"
    maze.decks["talisman"].fog.clear()
    in_turn(maze, finish_task(maze, hero_of(maze), "q-letter"), "")
    assert holds(maze, "A.gold == 4 and not A.task")
    maze = on_land(objects="talisman-card")
    land(maze, "hermits-cell")


def test_g22_talismans_lie_in_the_adventure_deck_too():
    maze = on_land()
    assert ids(maze.decks["adventure"]).split().count("talisman-card") == 2
    land(maze, "moor", "draw adventure: talisman-card; P1 take: take")
    assert hero_of(maze).has_talisman


# -- the City, the Village, the Castle ------------------------------------------------------------


def test_r2_cures_are_cheap_with_that_option():
    maze = an_exile(options="scenario=expedition cheap-cures=on", space="heath", ailments="curse")
    equip(maze, hero_of(maze, 1), space="heath")
    land(maze, "castle", "P1 visit: royal-doctor; P1 doctor: cure")
    assert holds(maze, "not A.ailments and A.gold == 0")


def test_g16_outcasts_visit_nothing_in_the_city_and_no_donjon_holds_them():
    maze = land(on_land(outcast=True), "city")
    throw_into_donjon(maze, hero_of(maze))
    assert not hero_of(maze).prisoner


DONJON = [
    (
        "P1 donjon: escape; P1 escape: strength; roll test: 1; "
        "roll move: 1; P1 direction: clockwise; draw adventure: a-windfall",
        {},
        "at == 'meadow' and not A.prisoner",
    ),
    ("P1 donjon: escape; P1 escape: craft; roll test: 6", {}, "A.prisoner and A.tries == 1"),
    ("P1 donjon: judged; roll judge: 3", {}, "A.prisoner and A.lives == 3"),
    ("P1 donjon: judged; roll judge: 4", {}, "not A.prisoner and A.gold == 0 and at == 'city'"),
    (
        "P1 donjon: judged; roll judge: 6; roll move: 1; "
        "P1 direction: clockwise; draw adventure: a-windfall",
        {},
        "not A.prisoner",
    ),
    (
        "P1 donjon: bribe; roll move: 1; P1 direction: clockwise; draw adventure: a-windfall",
        {"gold": 2},
        "A.gold == 2 and at == 'meadow'",
    ),
]


@pytest.mark.parametrize(("script", "what", "claim"), DONJON)
def test_g30_escape_be_judged_or_bribe(script, what, claim):
    maze = on_land("city", prisoner=True, **what)
    go_on(maze, script)
    assert holds(maze, claim)


# -- what every space, place and Adventure does ---------------------------------------------------


@pytest.mark.parametrize(("space", "what", "script", "claim"), read_table("land.table"))
def test_lt1_to_lt7_g10_g11_r2_what_every_space_place_and_card_does(space, what, script, claim):
    assert holds(land(on_land(**what), space, script), claim)


@pytest.mark.parametrize("card", [c for c in ADVENTURES if hasattr(c, "casts")], ids=str)
def test_g10_every_enemy_of_the_land_is_fought_and_discarded_without_a_treasure_roll(card):
    before = "roll spellcaster: 4; " if card.casts else ""
    more = "; roll enemy-die: 1" * card.best_of_2 + ON_WIN.get(card.id, ("", ""))[0]
    script = f"draw adventure: {card.id}; {before}{WON}{more}"
    maze = land(on_land(strength=14, craft=14, lives=3), "moor", script)
    assert hero_of(maze).xp == card.value
    assert ids(maze.discards["adventure"]) == card.id
    assert bool(card.on_win) == (card.id in ON_WIN)
    if card.on_win:
        assert holds(maze, ON_WIN[card.id][1])


ON_WIN = {
    "a-hill-raider": ("", "A.gold == 2"),
    "a-page-thief": ("; draw spell: sp-mend", "A.spells"),
    "a-bandit-queen": ("", "A.gold == 4"),
    "a-red-drake": ("; draw treasure: t-gem", "A.gold == 3"),
    "a-elder-drake": ("; draw treasure: t-gem; draw treasure: t-coins", "A.gold == 4"),
    "a-grey-lady": ("", "A.lives == 4"),
    "a-drowned-choir": ("; draw ability: ab-hero", "A.abilities"),
}
"""What a beaten Enemy of the Land brings besides: what is asked, and what holds then."""


def test_where_a_variant_has_closed_all_portals_nobody_is_led_to_one():
    maze = on_land()
    rings = maze.outer, maze.middle
    maze.outer, maze.middle = (tuple(replace(it, entrance=False) for it in ring) for ring in rings)
    in_turn(maze, to_entrance(maze, hero_of(maze)), "")
    assert hero_of(maze).place == "heath"


def test_g10_a_second_lost_road_in_a_turn_does_nothing():
    maze = on_land()
    lay_cards(maze, "heath", "a-lost-road")
    maze.now.lost_road = True
    hero = hero_of(maze)
    maze.to_play = 0
    maze.now = Now(active=0, lost_road=True)
    follow(encounter_space(maze, hero), "")
    assert hero.place == "heath"


def test_e8_a_pestilence_takes_its_course_when_the_drawer_dies():
    maze = on_land(lives=1, seats=3)
    hero_of(maze, 1).lives = 1
    script = (
        "draw adventure: a-pestilence; roll pestilence: 1; roll pestilence: 1; roll pestilence: 3"
    )
    with pytest.raises(HeroDied):
        land(maze, "moor", script)
    assert [seat.hero is None for seat in maze.seats] == [True, True, False]


def test_r49_teleport_on_the_land_goes_anywhere_in_the_region():
    maze = on_land(spells="sp-teleport")
    script = "P1 window: cast:sp-teleport; P1 target: to-space:village; P1 visit: pass"
    go_on(maze, script)
    assert hero_of(maze).place == "village"


def test_g10_the_adventure_table_of_the_rules_is_the_deck():
    text = RULES_OF_RECORD["talisman-cards"]
    table = text[text.index("## 8. Adventure deck") : text.index("## 9. Characters")]
    kinds = {"magic object": "object"}
    listed = [cells[0] for cells in rows_of(table) if cells[0] != "talisman-card"]
    deck = sorted(row.id for row in ROWS.values() if getattr(row, "deck", "") == "adventure")
    differ = {*listed} ^ {*deck}
    assert sorted(listed) == deck, f"docs/rules/talisman-cards.md, table of section 8: {differ}"
    for cells in rows_of(table):
        if cells[0] == "talisman-card":
            assert cells[2] == "2"
            continue
        card = row(cells[0])
        assert card.copies == int(cells[2])
        assert card.kind == kinds.get(cells[3], cells[3])
        if cells[4]:
            assert card.value == int(cells[4])
        for flag in cells[5].split():
            name, _, bonus = flag.partition("+")
            assert flag_of(card, name, bonus), (card.id, flag)


def flag_of(card: Any, name: str, bonus: str) -> bool:
    """Whether a card has a flag of the rules' tables."""
    if name.startswith("decoy("):
        return bool(card.decoy == name.removeprefix("decoy(").rstrip(")"))
    number = bonus.strip("()") or "1"
    if "(" in name:
        name, number = name.rstrip(")").split("(")[0], (bonus or name.split("(")[1]).strip("()")
    name = {"carry": "carries", "no-evade": "no_evade", "best-of-2": "best_of_2"}.get(name, name)
    value = getattr(card, name)
    return value is True or bool(value == int(number))


def test_o4_the_purchase_table_of_the_rules_is_the_deck():
    text = RULES_OF_RECORD["talisman-cards"]
    table = text[text.index("## 1. Purchase deck") : text.index("## 2. Spell deck")]
    for cells in rows_of(table):
        card = row(cells[0])
        assert (card.copies, card.price) == (int(cells[2]), int(cells[3]))
        for flag in cells[5].split():
            name, _, bonus = flag.partition("+")
            assert flag_of(card, name, bonus), (card.id, flag)
    assert sum(card.copies for card in PURCHASES) == 16


def test_f21_the_treasure_table_of_the_rules_is_the_deck():
    text = RULES_OF_RECORD["talisman-cards"]
    table = text[text.index("## 4. Treasure deck") : text.index("## 5. Special Ability")]
    total = 0
    for cells in rows_of(table):
        card = row(cells[0])
        assert (card.copies, card.kind) == (int(cells[2]), cells[3])
        for flag in cells[4].split():
            name, _, bonus = flag.partition("+")
            assert flag_of(card, name, bonus), (card.id, flag)
        total += card.copies
    assert total == 47


def test_su4_the_characters_of_the_rules_are_ours():
    text = RULES_OF_RECORD["talisman-cards"]
    for cells in rows_of(text[text.index("## 9. Characters") :]):
        who = row(cells[0])
        assert (who.strength, who.craft) == (int(cells[2]), int(cells[3]))
        assert (who.alignment, who.start, who.spells) == (cells[4], cells[5], int(cells[6]))
        assert who.starts_with == cells[7].strip("-") or cells[7] == "-"
    assert len(CHARACTERS) == 17


# -- the Tower ------------------------------------------------------------------------------------


def in_tower(**what: Any) -> Maze:
    maze = an_exile(**what)
    equip(maze, hero_of(maze), space="wizards-tower")
    return maze


def test_w1_on_later_turns_he_may_withdraw():
    maze = in_tower()
    go_on(maze, "P1 king: withdraw")
    assert hero_of(maze).place == "causeway"
    maze = an_exile("g1=ent-chasm g7=ent-mine")
    equip(maze, hero_of(maze), space="wizards-tower")
    go_on(maze, "P1 king: withdraw; P1 withdraw-to: to:g7")
    assert hero_of(maze).place == "g7"
    maze = an_exile()
    rules = enter_tower(maze, hero_of(maze))
    in_turn(maze, rules, lines(f"offered: battle psychic; P1 king: battle; {LOST}"))
    maze = on_land("wizards-tower")
    go_on(maze, "P1 king: withdraw")
    assert hero_of(maze).place == "causeway"


def test_w2_the_king_takes_a_life_that_no_armour_saves():
    maze = in_tower(objects="p-armour")
    go_on(maze, f"P1 king: battle; {LOST}")
    assert hero_of(maze).lives == 3
    go_on(maze, "P1 king: psychic; roll own-die: 5; roll enemy-die: 1")
    assert holds(maze, "A.lives == 3 and maze.scales == 2")
    maze = in_tower(abilities="ab-thick-hide")
    go_on(maze, f"P1 king: battle; {LOST}; roll thick-hide: 6")
    assert hero_of(maze).lives == 4


def test_w3_the_last_scale_wins_the_game():
    maze = in_tower(strength=9)
    go_on(maze, f"P1 king: battle; {WON}")
    assert holds(maze, "maze.scales == 1 and maze.seats[0].scales == 1 and A.xp == 0")
    outcome = go_on(maze, f"P1 king: battle; {WON}")
    assert outcome is not None
    assert (outcome.name, outcome.winners) == ("king", (0,))
    assert outcome.scores[0] > 100


def test_w4_nobody_in_the_tower_is_attacked_or_targeted():
    maze = on_land("wizards-tower", seats=3)
    assert not can_be_attacked(hero_of(maze))
    assert [str(target) for target in targets(maze, hero_of(maze, 1))] == ["at:P3"]
    assert targets(maze, hero_of(maze)) == []


def test_w5_r13_with_that_option_arriving_wins():
    maze = an_exile(options="finish=arrive")
    with pytest.raises(GameOver) as over:
        in_turn(maze, enter_tower(maze, hero_of(maze)), "")
    assert over.value.outcome.name == "tower"
    rules = tower_step(maze, hero_of(maze))
    assert rules is not None
    assert apply is not None
