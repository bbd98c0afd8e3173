"""The bots, the odds, the table as text, and plays by the dozen."""

import random
from typing import Any

import pytest

from benchmarks.talisman_bots import Reason, Reasoned, Walk
from tests.games.talisman.builders import an_exile, before, equip, hero_of, put_tiles, row
from undercroft.core.fates import Seeded
from undercroft.core.game import LIGHT
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.running.handing import Handed, pack, unpack
from undercroft.games.talisman import GAME
from undercroft.games.talisman import events as told
from undercroft.games.talisman.bots.steady.estimates import king_chance
from undercroft.games.talisman.combat.fights import fight
from undercroft.games.talisman.combat.scores import Foe
from undercroft.games.talisman.land.roads import land_step
from undercroft.games.talisman.land.trading import buy_any
from undercroft.games.talisman.movement.moving import flight, here_of, labyrinth_step, main_options
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.rules.main_step import choose_step
from undercroft.games.talisman.rules.turns import main_step
from undercroft.games.talisman.rules.windows import free_actions
from undercroft.games.talisman.show.odds import chances_to_pass, fight_chances, odds
from undercroft.games.talisman.show.telling import draw_table
from undercroft.games.talisman.state import Maze, Now
from undercroft.games.talisman.view import view

SCENARIOS = ("catacombs", "expedition", "grand-quest")


def answer(maze: Maze, rules: Any, bot: str = "canny") -> str:
    """Let a bot answer the first question that rules ask."""
    maze.now = Now(active=0, visit=hero_of(maze).visit)
    maze.to_play = 0
    return str(GAME.new_bot(bot, random.random)(next(rules), Handed(view(maze, 0))))


# -- the bots -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_end_every_play_within_its_bound(scenario):
    luck = random.Random(scenario).random
    for seats in (1, 3, 6):
        options, _ = GAME.read_options({"scenario": scenario}, seats)
        for name in (*GAME.quick_bots, LIGHT):
            bots = [GAME.new_bot(name, luck) for _ in range(seats)]
            played = simulate(GAME, options, seats, bots, luck)
            assert played.questions <= GAME.bound(options, seats)


def test_the_steady_bot_beats_random_ones():
    luck = random.Random(5).random
    options, _ = GAME.read_options({}, 3)
    won = 0
    for number in range(12):
        bots = [
            GAME.new_bot("steady" if seat == number % 3 else "random", luck) for seat in range(3)
        ]
        won += number % 3 in simulate(GAME, options, 3, bots, luck).outcome.winners
    assert won >= 6


def test_the_light_bot_looks_at_the_table_at_few_of_the_steps_that_it_takes():
    luck = random.Random(7).random
    options, _ = GAME.read_options({}, 4)
    bots: list[Any] = [Looking(GAME.new_bot(LIGHT, luck)) for _ in range(4)]
    for _ in range(4):
        simulate(GAME, options, 4, bots, luck)
    assert sum(bot.looks for bot in bots) < 0.13 * sum(bot.steps for bot in bots)


class Looking:
    """Counts a bot's steps in the Labyrinth, and how often it looks at the table for one."""

    __module__ = "undercroft.looking"  # one of ours is handed no copies
    strength = ""
    budget = 0.0

    def __init__(self, bot: Any) -> None:
        self.bot, self.looks, self.steps = bot, 0, 0

    def __call__(self, decision: Decision[Any], look: Any) -> Any:
        self.steps += decision.id in ("main", "second")
        self.look = look
        return self.bot(decision, self)

    @property
    def view(self) -> Any:
        self.looks += 1
        return self.look.view


THINKERS = ("canny", "steady")


@pytest.mark.parametrize("bot", THINKERS)
def test_a_bot_goes_round_the_pit_unless_it_must(bot):
    maze = before("s-bottomless-pit", board="d5=c-cross-quiet")
    assert answer(maze, labyrinth_step(maze, hero_of(maze)), bot) == "go:S"
    maze = before("c-straight-quiet")
    put_tiles(maze, "d5=r-strongroom!")
    assert answer(maze, labyrinth_step(maze, hero_of(maze)), bot) == "go:N"


def test_z2_canny_tunnels_round_the_room_that_sends_it_back():
    corner = "a1=ent-keep b1=s-teleportation-room/3 a2=s-labyrinth"
    maze = an_exile(corner, options="scenario=grand-quest", square="a1", strength=3)
    assert answer(maze, labyrinth_step(maze, hero_of(maze))) == "tunnel:E"


@pytest.mark.parametrize("bot", THINKERS)
def test_h8_a_bot_that_is_afraid_flees_however_much_it_would_rest(bot):
    maze = an_exile("d4=c-cross-quiet d3=c-cross-quiet d2=ent-graveyard", holds=[Hold("fear")])
    equip(maze, hero_of(maze), abilities="ab-meditation", lives=1)
    afraid = flight(maze, hero_of(maze), main_options(maze, hero_of(maze)))
    step = choose_step(maze, hero_of(maze), "main", afraid, here=here_of(maze, hero_of(maze)))
    assert answer(maze, step, bot) == "go:N"


@pytest.mark.parametrize("bot", THINKERS)
def test_a_bot_climbs_to_the_tower_when_it_can_beat_the_king(bot):
    maze = before("ent-chasm", square="d3")
    assert answer(maze, labyrinth_step(maze, hero_of(maze)), bot) != "exit"
    equip(maze, hero_of(maze), strength=9)
    assert answer(maze, labyrinth_step(maze, hero_of(maze)), bot) == "exit"


@pytest.mark.parametrize("bot", THINKERS)
def test_a_bot_forces_the_gate_with_a_talisman_in_hand(bot):
    maze = an_exile(options="scenario=expedition", space="iron-gate", strength=12)
    assert answer(maze, land_step(maze, hero_of(maze)), bot) == "roll"
    equip(maze, hero_of(maze), objects="talisman-card")
    assert answer(maze, land_step(maze, hero_of(maze)), bot) == "force-gate"


def test_the_chance_to_beat_the_king_is_counted_to_the_end():
    assert king_chance(6, 3, 1) == 1.0
    assert king_chance(-6, 1, 9) == 0.0
    assert king_chance(0, 1, 1) == pytest.approx(0.5)
    assert king_chance(0, 2, 1) == pytest.approx(0.25)


# -- canny's plans --------------------------------------------------------------------------------


def four(bots: list[Any], scenario: str, seed: int, heard: list[Any] | None = None) -> Any:
    """Let four bots play on that luck."""
    options, _ = GAME.read_options({"scenario": scenario}, 4)
    return simulate(GAME, options, 4, bots, random.Random(seed).random, heard).outcome


def canny(number: int = 4) -> list[Any]:
    return [GAME.new_bot("canny", random.random) for _ in range(number)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_canny_bot_beats_three_steady_ones_more_often_than_one_game_in_four(scenario):
    won = 0
    for seed in range(24):
        bots = [GAME.new_bot("steady", random.random) for _ in range(4)]
        bots[seed % 4] = canny(1)[0]
        won += seed % 4 in four(bots, scenario, seed).winners
    assert won > 6  # measured over hundreds of games: docs/games/talisman.md


def test_canny_bots_look_into_the_labyrinth_in_most_expeditions():
    entered = 0
    for seed in range(12):
        heard: list[Any] = []
        four(canny(), "expedition", seed, heard)
        entered += any(isinstance(event, told.LabyrinthEntered) for event in heard)
    assert entered >= 9


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_canny_walks_no_more_than_six_turns_in_a_circle_without_a_reason(scenario):
    for seed in range(8):
        heard: list[Any] = []
        four([Reasoned(bot, heard) for bot in canny()], scenario, seed, heard)
        walks = [Walk() for _ in range(4)]
        for event in heard:
            if event.seat is not None:
                walks[event.seat].hear(event)
        assert max(walk.blindest for walk in walks) <= 6, seed


def test_t9_a_turn_in_which_nobody_asks_it_where_to_go_is_no_circle():
    walk = Walk()
    for reason in ("no-way", "no-way", None, "no-way"):  # None: asleep, or led by a rival
        if reason is not None:
            walk.hear(Reason(0, reason))
        walk.hear(told.TurnEnded(1, 0, "d4"))
    assert (walk.longest, walk.blindest) == (2, 2)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_canny_says_why_in_words_and_remembers_nothing(scenario):
    """A new bot, which is handed a copy of the view and no more, gives the same advice."""
    play = Play(GAME, {"scenario": scenario, "round-cap": 30}, 3, Seeded("why"))
    bot = canny(1)[0]
    while isinstance(play.question, Decision):
        question = play.question
        advice = bot.advise(question, play.look(question.seat))
        copied = unpack(GAME.rows, pack(GAME.rows, question, play.view(question.seat)))
        again = canny(1)[0].advise(copied[0], Handed(copied[1]))
        assert (str(again.answer), again.reason) == (str(advice.answer), advice.reason)
        said = GAME.words.say(f"reasons.{advice.reason}", **advice.names)
        assert said[0].isupper()
        assert said.endswith(".")
        play.answer(advice.answer)


def an_explorer(**what: Any) -> Maze:
    return an_exile(options="scenario=expedition", **what)


def test_g20_canny_carries_the_letter_towards_the_city():
    maze = an_explorer(space="toll-bridge-inner", task="q-letter", strength=8)
    assert answer(maze, land_step(maze, hero_of(maze))) == "cross"
    maze = an_explorer(space="meadow", task="q-letter")
    maze.attend(None, lambda: 0.0)  # a 1
    assert answer(maze, land_step(maze, hero_of(maze))) == "counter-clockwise"


def test_g20_canny_leaves_the_depths_as_soon_as_it_has_seen_them():
    maze = an_explorer(space="graveyard", task="q-depths")
    assert answer(maze, land_step(maze, hero_of(maze))) == "portal"
    maze = an_explorer(board="d4=ent-graveyard", task="q-depths")
    assert answer(maze, labyrinth_step(maze, hero_of(maze))) == "exit"


def test_canny_casts_teleport_when_its_goal_is_far():
    maze = an_explorer(space="heath", task="q-letter", spells="sp-teleport")
    assert answer(maze, free_actions(maze, hero_of(maze))) == "cast:sp-teleport"


def test_canny_follows_a_thread_to_a_stair_that_is_far_or_behind_walls():
    maze = an_exile("g1=ent-mine", spells="sp-homeward-thread")
    assert answer(maze, free_actions(maze, hero_of(maze))) == "done"  # it has yet to grow
    equip(maze, hero_of(maze), strength=12, lives=5)
    assert answer(maze, free_actions(maze, hero_of(maze))) == "cast:sp-homeward-thread"


def test_canny_casts_wild_magic_at_a_rival_and_never_at_itself():
    maze = an_explorer(space="heath", spells="sp-wild-magic")
    assert answer(maze, free_actions(maze, hero_of(maze))) == "done"  # its rival is below
    equip(maze, hero_of(maze, 1), space="fen")
    assert answer(maze, free_actions(maze, hero_of(maze))) == "cast:sp-wild-magic"
    assert answer(maze, row("sp-wild-magic").cast(maze, hero_of(maze))) == "at:P2"


def test_o1_canny_buys_a_mule_when_it_carries_all_it_can():
    arms = "p-broadsword p-armour p-shield p-helmet"
    maze = an_explorer(space="village", gold=2, objects="p-broadsword")
    assert answer(maze, buy_any(maze, hero_of(maze))) != "take:p-mule"
    maze = an_explorer(space="village", gold=2, objects=arms)
    assert answer(maze, buy_any(maze, hero_of(maze))) == "take:p-mule"


def test_gt6_canny_closes_a_gate_that_it_can_beat():
    maze = an_exile(board="d4=r-hall-long!+tc-gate", strength=9)
    assert answer(maze, labyrinth_step(maze, hero_of(maze))) == "attack-gate"
    maze = an_exile(board="d4=r-hall-long!+tc-gate", strength=3)
    assert answer(maze, labyrinth_step(maze, hero_of(maze))) != "attack-gate"


def test_canny_trains_with_the_bone_host_until_it_can_beat_the_king():
    maze = an_explorer(space="bone-field", strength=9, objects="talisman-card", host_beaten=True)
    assert answer(maze, land_step(maze, hero_of(maze))) == "stay"
    equip(maze, hero_of(maze), strength=14)
    assert answer(maze, land_step(maze, hero_of(maze))) == "step-on"


# -- odds -----------------------------------------------------------------------------------------


def test_f8_the_odds_of_a_fight_are_counted_over_all_dice():
    assert fight_chances(0) == {"wins": 15, "draws": 6, "loses": 15}
    assert fight_chances(5) == {"wins": 35, "draws": 1}
    assert sum(fight_chances(0, True).values()) == 216
    assert fight_chances(0, True)["wins"] < 6 * 15


def test_q1_the_odds_of_a_test_are_those_of_the_rules():
    for needed in range(1, 14):
        for dice in (1, 2):
            maze = an_exile(strength=needed)
            luck = random.Random(needed * dice).random
            maze.attend(None, luck)
            tried = 400
            passed = sum(run(passes(maze, hero_of(maze), "strength", dice)) for _ in range(tried))
            chances = chances_to_pass(needed, dice)
            share = chances.get("passes", 0) / sum(chances.values())
            assert abs(passed / tried - share) < 0.1


def run(rules: Any) -> Any:
    """Run rules that ask nothing, for luck answers."""
    try:
        next(rules)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it asked")


def question_of(maze: Maze, rules: Any) -> Decision[Any]:
    maze.now = Now(active=0, visit=hero_of(maze).visit)
    question = next(rules)
    assert isinstance(question, Decision)
    return question


def test_f5_odds_of_fighting_on_and_of_one_more_spell():
    maze = an_exile(spells="sp-fireball sp-veil")
    question = question_of(maze, fight(maze, hero_of(maze), Foe("ogre", 6)))
    told = odds(GAME.rows, view(maze, 0), question)
    assert told == {"cast:sp-fireball": fight_chances(2), "fight": fight_chances(-2)}
    maze = an_exile(spells="sp-brainwave")
    foe = Foe("fire", 4, True, frozenset({"needs-offensive"}))
    told = odds(GAME.rows, view(maze, 0), question_of(maze, fight(maze, hero_of(maze), foe)))
    assert told == {"cast:sp-brainwave": fight_chances(3), "fight": {"loses": 1}}


def test_w1_odds_against_the_king_both_ways():
    maze = an_exile(strength=9)
    equip(maze, hero_of(maze), space="wizards-tower")
    told = odds(GAME.rows, view(maze, 0), question_of(maze, main_step(maze, hero_of(maze))))
    assert told == {"battle": fight_chances(1), "psychic": fight_chances(-4)}


def test_q2_odds_of_a_leap_count_what_is_in_force():
    maze = before("s-chasm-room", square="d3", strength=7, ailments="curse", blind=2)
    equip(maze, hero_of(maze), way_back="d4", side=2, abilities="ab-sure-foot")
    rules = GAME.rows["s-chasm-room"].entry(maze, hero_of(maze))  # type: ignore[attr-defined]
    told = odds(GAME.rows, view(maze, 0), question_of(maze, rules))
    assert told == {"leap": chances_to_pass(7, 2)}


# -- the table as text ----------------------------------------------------------------------------


def test_the_table_is_drawn_in_eighty_columns_for_everybody():
    luck = random.Random(2)
    for scenario in SCENARIOS:
        play = Play(GAME, {"scenario": scenario, "round-cap": 25}, 3, Seeded("table"))
        bots = [GAME.new_bot("steady", luck.random) for _ in range(3)]
        while isinstance(play.question, Decision):
            seat = play.question.seat
            if play.number % 7 == 0:
                for eye in (None, 0, 1, 2):
                    text = draw_table(GAME.rows, play.view(eye), GAME.words)
                    assert max(map(len, text.split("\n"))) <= 80
            play.answer(bots[seat](play.question, play.look(seat)))
        assert all(GAME.chronicle(play.events, GAME.words, ""))


def test_a_hand_is_drawn_for_its_owner_alone():
    maze = an_exile(spells="sp-mend")
    assert "Mend" in draw_table(GAME.rows, view(maze, 0), GAME.words)
    assert "Mend" not in draw_table(GAME.rows, view(maze, 1), GAME.words)
    assert "1 Spell" in draw_table(GAME.rows, view(maze, None), GAME.words)
