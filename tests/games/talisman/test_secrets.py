"""What a seat may see and know (section 13), words for everything, and variants of the rows."""

import pickle
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.games.talisman.builders import (
    RULES_OF_RECORD,
    an_exile,
    before,
    enter,
    equip,
    go_on,
    hero_of,
    ids,
    in_turn,
    on,
    play_turn,
    put_tiles,
    told,
)
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Rules
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.games.talisman import GAME
from undercroft.games.talisman.combat.enemy_characters import prowler
from undercroft.games.talisman.combat.fights import fight
from undercroft.games.talisman.combat.scores import Foe
from undercroft.games.talisman.heroes.spells import discard_spell, draw_spell
from undercroft.games.talisman.heroes.vitals import keep_spell_limit
from undercroft.games.talisman.movement.arriving import draw_one
from undercroft.games.talisman.movement.barriers import is_barred
from undercroft.games.talisman.rooms.a_to_f import pit_edge
from undercroft.games.talisman.rooms.h_to_m import cross_chasm
from undercroft.games.talisman.rooms.vermin import meets_vermin
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.windows import free_actions
from undercroft.games.talisman.secrets import components, hidden, redeal
from undercroft.games.talisman.state import Maze
from undercroft.games.talisman.view import PARTS, MazeView, view

SOURCE = Path(GAME.package.replace(".", "/"))
FOLDER = Path(__file__).parents[3] / "src" / SOURCE


def deal(maze: Maze, seat: int, seed: int) -> None:
    """Deal anew what a seat cannot know."""
    maze.attend(None, random.Random(seed).random)
    for question in redeal(maze, seat):
        raise AssertionError(f"{question.label} was left to somebody")
    maze.attend(None)


# -- views made piece by piece --------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["catacombs", "expedition"])
def test_a_bot_is_shown_what_its_seat_sees_and_no_more(scenario):
    luck = random.Random(scenario)
    play = Play(GAME, {"scenario": scenario, "round-cap": 8}, 3, Seeded("glances"))
    while isinstance(play.question, Decision):
        seat = play.question.seat
        shown, seen = play.look(seat).view, play.view(seat)
        for name in seen.__struct_fields__:
            part = getattr(shown, name)
            assert (tuple(part) if name == "places" else part) == getattr(seen, name)
        assert pickle.loads(pickle.dumps(shown)) == seen  # noqa: S301 (our own bytes)
        with pytest.raises(AttributeError):
            _ = shown.maze
        play.answer(luck.choice(play.question.options))


# -- hands ----------------------------------------------------------------------------------------


def test_a_hand_is_seen_by_its_owner_and_counted_by_the_others():
    maze = an_exile(spells="sp-mend", scrolls="sp-veil")
    own, rivals = view(maze, 0), view(maze, 1)
    assert (own.hand, own.scrolls) == (("sp-mend",), ("sp-veil",))
    assert (rivals.hand, rivals.scrolls) == ((), ())
    hero = rivals.places[0].hero
    assert hero is not None
    assert (hero.spells, hero.scrolls) == (1, 1)


def test_what_others_hold_is_dealt_anew_and_ones_own_is_not():
    maze = an_exile(spells="sp-mend sp-purge")
    equip(maze, hero_of(maze, 1), spells="sp-veil", scrolls="sp-syphon", stored={})
    whole = Counter(components(maze))
    seen: Counter[str] = Counter()
    for seed in range(200):
        deal(maze, 0, seed)
        assert ids(hero_of(maze).spells) == "sp-mend sp-purge"
        assert Counter(components(maze)) == whole
        seen[ids(hero_of(maze, 1).spells)] += 1
    assert len(seen) == 26  # every kind but the two that A holds
    assert seen["sp-veil"] > 200 / 26 / 4


def test_who_looks_through_the_spell_deck_knows_what_is_not_in_it():
    maze = an_exile(seats=3)
    equip(maze, hero_of(maze, 1), spells="sp-veil")
    equip(maze, hero_of(maze, 2), spells="sp-purge")
    maze.looking = 0
    held = set()
    for seed in range(40):
        deal(maze, 0, seed)
        held.add(ids([*hero_of(maze, 1).spells, *hero_of(maze, 2).spells]))
    assert held == {"sp-veil sp-purge", "sp-purge sp-veil"}


def test_an_enemy_characters_spells_are_shown_to_the_seat_on_the_right():
    maze = an_exile(seats=3, craft=9)
    maze.to_play = 0
    rules = prowler(maze, hero_of(maze))
    question: Any = next(rules)
    for line in ("ch-hedge-witch", 1, "sp-fireball", "sp-mend"):
        question = rules.send(GAME.rows.get(str(line), line))
    assert (question.label, question.seat) == ("P3 enemy-spell", 2)
    assert "sp-fireball" in hidden(maze, 0)
    assert "sp-fireball" not in hidden(maze, 2)
    deal(maze, 2, 1)
    assert ids(maze.enemy_spells) == "sp-fireball sp-mend"


def test_only_the_owner_is_told_which_spell_was_drawn():
    maze = an_exile()
    events = told(maze)
    in_turn(maze, draw_spell(maze, hero_of(maze)), "draw spell: sp-mend")
    assert [(event.id, event.to) for event in events] == [
        ("spell-drawn", None),
        ("spell-held", (0,)),
    ]


def asked(rules: Rules[Any], *answers: object) -> Any:
    """Give the question that comes after these answers."""
    question: Any = next(rules)
    for answer in answers:
        question = rules.send(GAME.rows.get(str(answer), answer))
    return question


def test_a_question_that_betrays_a_spell_is_secret():
    maze = an_exile(spells="sp-fireball")
    assert asked(fight(maze, hero_of(maze), Foe("ogre", 6))).secret


@pytest.mark.parametrize(
    ("what", "secret"),
    [({}, True), ({"ration": True, "lives": 2}, False), ({"xp": 9}, False)],
    ids=["only Spells", "a ration", "experience"],
)
def test_t10_a_window_that_only_spells_open_is_secret(what, secret):
    maze = an_exile(spells="sp-wild-magic", **what)
    question = asked(free_actions(maze, hero_of(maze)))
    assert (question.label, question.secret) == ("P1 window", secret)


def test_room_e_the_pits_edge_is_secret_with_levitation():
    maze = an_exile(spells="sp-levitation")
    question = asked(pit_edge(maze, hero_of(maze)))
    assert (question.label, question.secret) == ("P1 room-offer", True)


@pytest.mark.parametrize(
    ("what", "secret"), [({}, True), ({"way_back": "d3"}, False), ({"objects": "p-torch"}, False)]
)
def test_p_vermin_is_secret_where_only_a_spell_gives_a_choice(what, secret):
    maze = an_exile("d3=c-straight-quiet", spells="sp-fireball", **what)
    question = asked(apply(meets_vermin("disease"), maze, hero_of(maze)))
    assert (question.label, question.secret) == ("P1 vermin", secret)


def test_p_vermin_which_of_two_spells_is_secret():
    maze = an_exile(spells="sp-fireball sp-lightning-bolt")
    question = asked(apply(meets_vermin("disease"), maze, hero_of(maze)), "spell")
    assert (question.label, question.secret) == ("P1 choose-card", True)


@pytest.mark.parametrize(("what", "secret"), [({}, True), ({"objects": "p-rope"}, False)])
def test_room_h_recrossing_is_secret_where_only_a_spell_gives_a_choice(what, secret):
    maze = an_exile(spells="sp-levitation", **what)
    question = asked(cross_chasm(maze, hero_of(maze), with_back=False))
    assert (question.label, question.secret) == ("P1 chasm", secret)


def test_room_h_who_can_fly_anyway_is_asked_openly():
    maze = an_exile(spells="sp-levitation", objects="t-winged-boots")
    assert not asked(cross_chasm(maze, hero_of(maze), with_back=False)).secret


@pytest.mark.parametrize(
    ("back", "subject", "label", "secret"),
    [
        (False, "wizard-locked", "P1 barrier", True),
        (True, "wizard-locked", "P1 barrier", False),
        (True, "wall-of-force", "P1 barrier", False),
    ],
)
def test_h10_a_wizard_lock_is_secret_where_only_a_spell_gives_a_choice(
    back, subject, label, secret
):
    maze = an_exile("d3=c-straight-quiet", spells="sp-counterspell", way_back="d3")
    question = asked(is_barred(maze, hero_of(maze), 7, subject, back=back))
    assert (question.label, question.secret) == (label, secret)


def test_h10_which_of_two_spells_opens_it_is_secret():
    maze = an_exile(spells="sp-counterspell sp-destroy-magic")
    question = asked(is_barred(maze, hero_of(maze), 7, "wizard-locked", back=False), "open")
    assert (question.label, question.secret) == ("P1 give-up", True)


def test_m3_which_spell_goes_is_secret():  # two of a kind: nothing is asked
    maze = an_exile(spells="sp-mend sp-veil sp-purge", craft=3)
    assert asked(keep_spell_limit(maze, hero_of(maze))).secret
    assert asked(discard_spell(maze, hero_of(maze))).secret


def test_f30_whether_an_enemy_character_can_cast_is_secret():
    maze = an_exile(seats=3, craft=9)
    rules = prowler(maze, hero_of(maze))
    question = asked(rules, "ch-hedge-witch", 1, "sp-fireball", "sp-mend")
    assert (question.label, question.secret) == ("P3 enemy-spell", True)


def test_l15_which_of_the_pieces_drawn_counts_is_secret():  # two of a kind: nothing is asked
    maze = an_exile(abilities="ab-pathfinder")
    question = asked(draw_one(maze, hero_of(maze)), "c-cross-quiet", "s-bats")
    assert (question.label, question.secret) == ("P1 piece", True)


# -- hidden tiles ---------------------------------------------------------------------------------


def test_a_tile_laid_face_down_is_known_to_who_laid_it():
    script = "P1 room-offer: decipher; roll test: 1; P1 lay: lay; draw pool: r-shrine;"
    script += "P1 lay: leave; P1 lay: leave; P1 second: stop"
    maze = enter("s-ancient-writing", script)
    shown = [
        next(s for s in view(maze, seat).board if s.square == "d2").tile for seat in (0, 1, None)
    ]
    assert shown == ["r-shrine", None, None]
    assert "r-shrine" in hidden(maze, 1)
    assert "r-shrine" not in hidden(maze, 0)
    deal(maze, 0, 1)
    assert on(maze, "d2").tile.id == "r-shrine"
    laid = set()
    for seed in range(30):
        deal(maze, 1, seed)
        laid.add(on(maze, "d2").tile.id)
    assert len(laid) > 10


def test_a_tile_that_is_turned_up_is_known_to_all():
    maze = before("r-shrine?")
    assert "r-shrine" in hidden(maze, 0)
    go_on(maze, "P1 main: go:N; P1 rotate: 0")
    assert "r-shrine" not in hidden(maze, 1)


def test_the_pieces_one_chooses_from_are_ones_own():
    maze = an_exile(abilities="ab-pathfinder")
    put_tiles(maze, "d5=c-cross-quiet")
    script = (
        "P1 main: go:N\ndraw pool: r-shrine\ndraw pool: s-arena\n"
        "P1 piece: piece:r-shrine\nP1 rotate: 0"
    )
    play_turn(maze, script)
    assert "s-arena" in hidden(maze, 0)


def test_characters_that_are_dealt_are_seen_by_who_chooses():
    play = Play(GAME, {}, 2, Seeded("deal"))
    assert play.question is not None
    assert play.question.label == "P1 character"
    dealt = play.view(0).dealt
    assert len(dealt) == 2
    assert play.view(1).dealt == play.view(None).dealt == ()
    assert isinstance(play.state, Maze)
    assert set(dealt) <= set(hidden(play.state, 1))


# -- words ----------------------------------------------------------------------------------------


def every(pattern: str) -> set[str]:
    """Find a pattern in all of the game's sources."""
    texts = [path.read_text("utf-8") for path in FOLDER.rglob("*.py")]
    return {found for text in texts for found in re.findall(pattern, text)}


def test_every_die_and_pile_has_a_prompt():
    asked = every(
        r'\b(?:d6|two_dice|pick|pick_square|roll|roll_table|roll_on)\((?:maze, |hero, )*"([a-z-]+)"'
    )
    asked |= every(r'(?:springs|roll_trap)\((?:maze, |hero, )*"([a-z-]+)"') | {
        "own-die",
        "rival-die",
    }
    prompts = GAME.words.tables["questions"]
    assert sorted(id for id in asked if f"roll {id}" not in prompts) == []
    piles = ("pool", "enemy", "treasure", "spell", "ability", "adventure", "character")
    assert [pile for pile in piles if f"draw {pile}" not in prompts] == []


def test_every_reason_for_choosing_or_giving_up_has_a_prompt():
    questions = GAME.words.tables["questions"]
    known = {*questions["choose-card"]["prompt"], *questions["give-up"]["prompt"]}
    known |= {*questions["hoard"]["prompt"]}
    assert every(r'why="([a-z-]+)"') - known == set()


def test_every_decision_of_section_14_has_words_and_no_other_is_asked():
    text = RULES_OF_RECORD["talisman"]
    section = text[text.index("## 14. Decisions") : text.index("Fate kinds")]
    kinds = set(re.findall(r"`([a-z-]+)`", section))
    ours = {id for id in GAME.words.tables["questions"] if " " not in id}
    assert ours == kinds


def test_every_row_trap_and_foe_has_a_title():
    titles = GAME.words.tables["titles"]
    assert [id for id in GAME.rows if id not in titles] == []
    named = every(r'Trap\(\s*"([a-z-]+)"') | every(
        r'\b(?:battles?|contends|psychic)\((?:maze, hero, )?"([a-z-]+)"'
    )
    assert sorted(named - set(titles)) == []


# -- variants -------------------------------------------------------------------------------------


def test_numbers_of_the_rows_can_be_changed_by_a_variant():
    toml = """
        game = "talisman"
        [options]
        round-cap = 3
        [rows.e-ogre]
        value = 9
        [rows.dragon-king]
        in_catacombs = 5
        scales = 1
        [rows.c-straight-quiet]
        copies = 5
        [rows.ch-exile]
        strength = 6
    """
    game = with_variant(toml, "strong.toml", find_game)
    options, seats = game.read_options({}, 1)
    maze = game.lay(options, game.rows, seats)
    ogres = [card for card in maze.decks["enemy"].fog if card.id == "e-ogre"]
    assert [card.value for card in ogres] == [9, 9]
    assert (maze.king, maze.scales, len(maze.pool)) == (5, 1, 102)
    play = Play(game, {}, 2, Seeded("variant"))
    luck = random.Random(1)
    while play.question is not None:
        play.answer(luck.choice(play.question.choices))
    assert play.outcome is not None


def test_the_parts_of_a_view_are_made_in_the_order_of_its_fields():
    assert ("seat", *PARTS) == MazeView.__struct_fields__
