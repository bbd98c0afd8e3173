"""Curse: what it lowers and what it leaves alone (D-3, R-68, R-73)."""

from typing import Any

import pytest

from tests.games.talisman.builders import an_exile, hero_of, ids, in_turn, row
from undercroft.games.talisman.combat.duels import steal
from undercroft.games.talisman.components.omens import pestilence
from undercroft.games.talisman.components.treasures import priest_prays
from undercroft.games.talisman.heroes.possessions import followers_roll
from undercroft.games.talisman.heroes.spells import announce, is_cancelled
from undercroft.games.talisman.heroes.wild_magic import is_struck_by_spell, wild_magic
from undercroft.games.talisman.land.hermit import hermits_cell
from undercroft.games.talisman.movement.barriers import break_through
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.traps.magic import lightning_bolt

CURSED: dict[str, Any] = {"ailments": "curse"}


def test_d3_r73_curse_lowers_the_spellcaster_and_wild_magic_rolls():
    maze = an_exile(**CURSED)
    in_turn(maze, is_struck_by_spell(maze, hero_of(maze)), "roll spellcaster: 2")
    assert hero_of(maze).lives == 3  # row 1, Finger of Death
    maze = an_exile(**CURSED)
    in_turn(maze, wild_magic(maze, hero_of(maze)), "roll wild-magic: 1")
    assert hero_of(maze).lives == 3  # no row below the first
    maze = an_exile(**CURSED, lives=2)
    in_turn(maze, wild_magic(maze, hero_of(maze)), "roll wild-magic: 6")
    assert hero_of(maze).lives == 2  # row 5, nothing


def test_d3_r73_curse_lowers_wards_and_what_a_spellcaster_draws_again():
    maze = an_exile(**CURSED, objects="t-mirror-cloak")
    assert not in_turn(maze, is_cancelled(maze, hero_of(maze), "x"), "roll ward: 4")
    assert in_turn(maze, is_cancelled(maze, hero_of(maze), "x"), "roll ward: 5")
    maze = an_exile(**CURSED, character="ch-hedge-witch", spells="sp-mend sp-purge")
    mend, purge = row("sp-mend"), row("sp-purge")
    in_turn(maze, announce(maze, hero_of(maze), mend), "roll redraw: 5")
    assert ids(hero_of(maze).spells) == "sp-purge"
    in_turn(maze, announce(maze, hero_of(maze), purge), "roll redraw: 6\ndraw spell: sp-veil")
    assert ids(hero_of(maze).spells) == "sp-veil"


def test_d3_r73_curse_lowers_the_dice_of_lightning_and_theft():
    maze = an_exile(**CURSED)
    in_turn(maze, lightning_bolt(maze, hero_of(maze)), "roll lightning: 2")
    assert hero_of(maze).lives == 3
    maze = an_exile(**CURSED)
    hero_of(maze, 1).gold = 1
    in_turn(maze, steal(maze, hero_of(maze), hero_of(maze, 1)), "roll steal: 4")
    assert hero_of(maze, 1).gold == 1
    in_turn(maze, steal(maze, hero_of(maze), hero_of(maze, 1)), "roll steal: 5")
    assert hero_of(maze, 1).gold == 0


def test_d3_r73_curse_lowers_the_hermits_roll_and_the_pestilences():
    maze = an_exile(options="scenario=expedition", space="hermits-cell", **CURSED)
    in_turn(maze, hermits_cell(maze, hero_of(maze)), "P1 hermit: accept\nroll task: 6")
    assert hero_of(maze).task == "q-letter"
    maze = an_exile(options="scenario=expedition", space="heath", **CURSED)
    in_turn(maze, pestilence(maze, hero_of(maze)), "roll pestilence: 3")
    assert hero_of(maze).lives == 3


def test_d3_r73_curse_makes_a_portcullis_noisier():
    maze = an_exile(**CURSED)
    hold = Hold("barrier", subject="portcullis", count=1)
    hero_of(maze).holds.append(hold)
    won = "roll own-die: 6\nroll enemy-die: 1\nroll noise: 4\ndraw enemy: e-ogre"
    with pytest.raises(AssertionError, match="own-die"):  # an Enemy has come
        in_turn(maze, break_through(maze, hero_of(maze), hold), won)


def test_d3_r73_the_cold_lowers_them_too_and_blindness_does_not():
    maze = an_exile(board="d4=s-ice-cavern", objects="t-mirror-cloak")
    assert not in_turn(maze, is_cancelled(maze, hero_of(maze), "x"), "roll ward: 5")
    maze = an_exile(blind=2, objects="t-mirror-cloak")
    assert in_turn(maze, is_cancelled(maze, hero_of(maze), "x"), "roll ward: 4")


def test_r68_r73_what_only_a_six_does_and_what_others_roll_is_not_cursed():
    maze = an_exile(ailments="curse", followers="t-freed-priest")
    in_turn(maze, priest_prays(maze, hero_of(maze)), "roll priest: 6")
    assert not hero_of(maze).ailments
    maze = an_exile(**CURSED, followers="a-acolyte")
    in_turn(maze, followers_roll(maze, hero_of(maze), 1), "roll follower: 2")
    assert ids(hero_of(maze).followers) == "a-acolyte"
