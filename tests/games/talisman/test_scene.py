"""The encounter in the middle of the table: what it shows, and for how long."""

from typing import Any

from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games.talisman import GAME
from undercroft.games.talisman import events as told
from undercroft.games.talisman.show.scene import last_scene


def a_view() -> Any:
    play: Any = Play(GAME, {"round-cap": 4}, 2, Seeded("a scene"), preset="quest")
    while play.view(0).round == 0:
        play.answer(str(play.question.options[0]))
    return play.view(0)


def heard(event: Any, seat: int = 0, **more: Any) -> Any:
    return event(round=1, seat=seat, at="moor", **more)


ROLLED: dict[str, Any] = {
    "own_die": 2,
    "enemy_die": 6,
    "own_score": 5,
    "enemy_score": 9,
    "own_terms": (("strength", 3),),
    "enemy_terms": (("a-marsh-serpent", 3),),
}


def test_a_fight_stays_when_armour_and_tests_are_rolled_after_it():
    subject, rolled, effects = last_scene(
        a_view(),
        [
            heard(told.TurnStarted),
            heard(told.EnemyMet, card="a-marsh-serpent", kind="battle", value=3),
            heard(told.FightRolled, **ROLLED),
            heard(told.FightLost),
            heard(told.ArmourRolled, piece="p-shield", roll=2, saved=False),
            heard(told.LifeLost, n=1, left=3, cause="a-marsh-serpent"),
            heard(
                told.TestTaken,
                characteristic="strength",
                dice=1,
                rolled=(5,),
                penalties=(),
                total=5,
                needed=3,
                passed=False,
            ),
        ],
    )
    assert subject.id == "a-marsh-serpent"
    assert rolled is not None
    assert (rolled.what, rolled.total, rolled.against) == ("fight", 5, 9)
    assert [effect.what for effect in effects] == ["no-help", "life-lost", "test-failed"]


def test_a_duel_shows_both_sides_and_what_befalls_the_other():
    view = a_view()
    subject, rolled, effects = last_scene(
        view,
        [
            heard(told.TurnStarted),
            heard(told.CharacterAttacked, target=1),
            heard(told.FightRolled, **{**ROLLED, "own_terms": (("craft", 3),)}),
            heard(told.FightLost),
            heard(told.LifeLost, n=1, left=3, cause="ch-exile"),
            heard(told.LifeLost, seat=1, n=1, left=3, cause="ch-exile"),
        ],
    )
    rival = view.places[1].hero
    assert (subject.what, subject.kind, subject.value) == ("duel", "psychic", rival.craft)
    assert rolled is not None
    whose = [(effect.what, effect.whose) for effect in effects]
    assert whose == [("life-lost", ""), ("life-lost", rival.character)]


def test_dice_that_another_throws_on_the_road_are_not_laid_beside_the_card():
    subject, rolled, _ = last_scene(
        a_view(),
        [
            heard(told.TurnStarted),
            heard(told.RoomEntered, letter="O", name="s-magic-forge"),
            heard(told.TurnStarted, seat=1),
            heard(told.Landed, seat=1, roll=2, direction="clockwise"),
            heard(told.Moved, seat=1, origin="fen", goal="moor", how="road"),
        ],
    )
    assert subject.id == "s-magic-forge"
    assert rolled is None
