import dataclasses
import random
import re
from typing import Any, ClassVar

import pytest

from examples import well
from tests.contract import lantern
from undercroft.bots.random import RandomBot
from undercroft.core.errors import IllegalAnswer, Refused, StaleAnswer, UnreadableAnswer
from undercroft.core.events import Event
from undercroft.core.fates import Scripted, Seeded
from undercroft.core.game import Outcome
from undercroft.core.play import Play, Simulated, simulate
from undercroft.core.questions import Decision, Fate
from undercroft.core.records.encode import to_plain
from undercroft.core.records.journal import read_journal
from undercroft.core.running.direct import interpreted
from undercroft.games import find_game

WELL, LANTERN = well.GAME, lantern.GAME
BAG = "gem-3 skull-1 gem-7 skull-2 gem-1 skull-3"


def a_well() -> Play:
    return Play(WELL, fates=Scripted(bag=BAG))


def test_a_play_asks_until_it_is_over():
    play = a_well()
    assert isinstance(play.question, Decision)
    assert play.question.label == "P1 rope"
    for _ in range(5):
        play.answer("haul")
    assert play.outcome is not None
    assert (play.outcome.name, play.outcome.scores) == ("cursed", (0,))
    assert play.lines[-2:] == ["P1 rope: haul", "draw bag: skull-3"]


@pytest.mark.parametrize(
    ("answer", "number", "error"),
    [
        ("jump", None, IllegalAnswer),
        ("haul away!", None, UnreadableAnswer),
        ("haul", 0, StaleAnswer),
        ("haul", 2, StaleAnswer),
    ],
)
def test_a_refused_answer_changes_nothing(answer, number, error):
    play = a_well()
    before = (play.lines, play.events[:], play.view(0), play.question)
    with pytest.raises(error):
        play.answer(answer, number)
    assert (play.lines, play.events, play.view(0), play.question) == before


def test_a_play_that_is_over_takes_no_answers():
    play = a_well()
    play.answer("leave", number=1)
    with pytest.raises(StaleAnswer, match="the game is over"):
        play.answer("leave")


def test_without_fates_a_person_is_asked():
    play = Play(WELL)
    assert isinstance(play.question, Fate)
    with pytest.raises(IllegalAnswer):
        play.answer("gem-99")
    play.answer("gem-5")
    play.answer("haul")
    with pytest.raises(IllegalAnswer):
        play.answer("gem-5")  # it is no longer in the bag
    assert play.lines == ["draw bag: gem-5", "P1 rope: haul"]


def test_any_function_may_play_fate():
    play = Play(WELL, fates=lambda fate, count: max(fate.outcomes, key=lambda stone: stone.worth))
    play.answer("haul")
    assert play.view(0).hauled == ("gem-7", "gem-6")


def test_undo_takes_back_one_answer_and_meets_the_same_fate_again():
    play = Play(WELL, fates=Seeded("rose"))
    play.answer("haul")
    lines = play.lines
    assert play.undo() == lines[1:]
    assert play.lines == lines[:1]
    play.answer("haul")
    assert play.lines == lines


def test_undo_reaches_the_start_and_redo_the_end():
    play = a_well()
    while play.question:
        play.answer("haul")
    lines, events = play.lines, play.events[:]
    steps = 0
    while play.undo():
        steps += 1
    assert (steps, play.lines, play.outcome) == (5, ["draw bag: gem-3"], None)
    while play.redo():
        pass
    assert (play.lines, play.events) == (lines, events)
    assert play.outcome is not None


def test_a_new_answer_forgets_what_was_undone():
    play = a_well()
    play.answer("haul")
    play.undo()
    play.answer("haul")
    assert not play.redo()


def test_a_refused_answer_forgets_nothing():
    play = a_well()
    play.answer("haul")
    play.undo()
    with pytest.raises(IllegalAnswer):
        play.answer("jump")
    assert play.redo()


def test_a_card_that_a_person_named_can_be_taken_back():
    play = Play(WELL)
    play.answer("gem-5")
    assert play.undo() == ["draw bag: gem-5"]
    assert isinstance(play.question, Fate)


def test_a_fork_goes_its_own_way():
    play = a_well()
    fork = play.fork()
    fork.answer("haul")
    assert (play.number, fork.number) == (1, 3)
    assert play.view(0) != fork.view(0)


def test_a_fork_is_silent_unless_told_to_listen():
    play = a_well()
    silent, hearing = play.fork(), play.fork(listen=True)
    silent.answer("haul")
    hearing.answer("haul")
    assert len(hearing.events) == len(play.events) + 1
    assert hearing.events[:-1] == play.events
    assert silent.events == []


def test_a_play_that_is_over_can_be_forked():
    play = a_well()
    play.answer("leave")
    fork = play.fork()
    assert (fork.question, fork.outcome) == (None, play.outcome)
    assert fork.undo()
    assert play.outcome is not None


def test_imagining_deals_the_hidden_hands_anew_and_keeps_ones_own():
    play = Play(LANTERN, seats=3, fates=Seeded("rose"))
    luck = random.Random(3)
    rivals = set()
    for _ in range(60):
        imagined = play.imagine(0, luck.random)
        assert imagined.view(0) == play.view(0)
        rivals.add(imagined.view(1).hand)
    assert len(rivals) > 15  # any of 22 lanterns may be there


def test_only_the_seat_that_is_asked_may_imagine():
    play = Play(LANTERN, seats=2, fates=Seeded("rose"))
    asked = play.question
    assert asked is not None
    said = f"P2 can imagine only when it is asked; the open question is '{asked.label}'"
    with pytest.raises(Refused, match=re.escape(said)):
        play.imagine(1, random.random)
    while play.question is not None:
        play.answer(play.question.choices[0])
    with pytest.raises(Refused, match="P1 cannot imagine: the game is over"):
        play.imagine(0, random.random)


def test_an_imagined_play_has_no_past_to_go_back_to():
    play = Play(LANTERN, seats=2, fates=Seeded("rose"))
    imagined = play.imagine(0, random.Random(1).random)
    assert imagined.undo() == []


def test_events_are_for_those_who_may_hear_them():
    play = Play(LANTERN, seats=2, fates=Seeded("rose"))
    kinds = [[event.id for event in play.events_for(seat)] for seat in (0, 1, None)]
    assert kinds == [
        ["drawn", "held", "drawn", "drawn", "held"],
        ["drawn", "drawn", "held", "drawn"],
        ["drawn", "drawn", "drawn"],
    ]


def test_a_resumed_play_goes_on_where_it_was():
    play = Play(WELL, fates=Seeded("rose"))
    play.answer("haul")
    again = Play.resume(WELL, read_journal(str(play.journal)), Seeded("rose"))
    assert (again.lines, again.events) == (play.lines, play.events)
    again.answer("haul")
    play.answer("haul")
    assert again.lines == play.lines
    again.undo()
    again.undo()
    assert again.number == 1


def test_a_resumed_play_with_real_cards_asks_for_the_next_card():
    play = Play(WELL)
    play.answer("gem-5")
    play.answer("haul")
    again = Play.resume(WELL, read_journal(str(play.journal)))
    assert isinstance(again.question, Fate)
    assert again.undo() == ["P1 rope: haul"]


def test_a_simulation_counts_decisions_and_fates():
    luck = random.Random(1)
    options, seats = LANTERN.read_options({}, 2)
    bots = [LANTERN.new_bot("random", luck.random)] * 2
    assert simulate(LANTERN, options, seats, bots, luck.random).questions == 2 + 6 + 6


class Dreamer(RandomBot):
    """Chooses what comes out best in one imagined play."""

    def __call__(self, decision, look):
        def result(option):
            twin = look.imagine(self._random)
            twin.answer(option)
            bots = [RandomBot(twin.game.rows, self._random)] * twin.seats
            return twin.playout(bots, self._random).scores[decision.seat]

        return max(decision.options, key=result)


class Seer(Dreamer):
    looks_ahead = True


@pytest.mark.parametrize("game", [WELL, LANTERN], ids=["alone", "hidden hands"])
def test_a_bot_that_says_it_looks_ahead_can_be_simulated(game):
    options, seats = game.read_options({})

    def watched() -> tuple[Simulated, list[Event]]:
        events: list[Event] = []
        seer = Seer(game.rows, random.Random(2).random)
        luck = random.Random(1).random
        return simulate(game, options, seats, [seer] * seats, luck, events), events

    (outcome, questions), events = watched()
    assert len(outcome.scores) == seats
    assert questions > 3
    assert events
    assert watched() == ((outcome, questions), events)


def test_looking_ahead_takes_no_luck_from_the_game_itself():
    """The game's own luck answers fates, and nothing else: a search changes none of its cards."""
    options, seats = LANTERN.read_options({}, 2)
    source, drawn = random.Random(1), 0

    def luck() -> float:
        nonlocal drawn
        drawn += 1
        return source.random()

    bots = [Seer(LANTERN.rows, random.Random(2).random) for _ in range(seats)]
    assert simulate(LANTERN, options, seats, bots, luck).questions == 2 + 6 + 6
    assert drawn == 2 + 6


def test_the_same_luck_imagines_the_same_world():
    play = Play(LANTERN, {}, 2, Seeded("dreams"))
    assert isinstance(play.question, Decision)
    look = play.look(play.question.seat)
    first, same, other = (look.imagine(random.Random(seed).random) for seed in (5, 5, 6))
    assert first.view(1 - play.question.seat) == same.view(1 - play.question.seat)
    assert first.view(1 - play.question.seat) != other.view(1 - play.question.seat)


def test_the_same_luck_deals_the_same_stones_whatever_is_answered_first():
    """An option that is answered in the playout meets the luck that every other option meets."""

    def hauled(first: str | None) -> object:
        play = Play(WELL, fates=Seeded("paired"))
        luck = random.Random(9).random
        haul = Liar("haul", after=0)
        if first is None:
            return play.playout([haul], luck)
        return play.playout([haul], luck, first)

    assert hauled("haul") == hauled(None)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_playout_cut_short_is_judged_as_the_table_stands(turns):
    judged: list[int] = []

    def judge(state: Any) -> tuple[float, ...]:
        judged.append(len(state.bag))
        return (0.25,)

    game = dataclasses.replace(WELL, judge=judge)
    play = Play(game, fates=Seeded("cut"))
    before = play.view(0).left
    outcome = play.playout([Liar("haul", after=0)], random.Random(2).random, turns=turns)
    assert (outcome.name, outcome.share(0)) == ("unfinished", 0.25)
    assert judged == [before - 1 - turns]


def test_a_game_without_a_judge_is_played_to_its_end():
    with pytest.raises(Refused, match="well cannot be cut short"):
        a_well().playout([Liar("haul")], random.Random(2).random, turns=1)


def test_those_who_win_share_the_win_unless_each_ends_for_itself():
    assert [Outcome("x", (0, 2), (1, 0, 1)).share(seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    together = Outcome("x", (0, 1), (1, 1), ends=("win", "win"))
    assert [together.share(0), together.share(1)] == [1.0, 1.0]


def test_a_bot_that_looks_ahead_unsaid_is_refused():
    luck = random.Random(1).random
    options, seats = WELL.read_options({})
    with pytest.raises(Refused, match="looks_ahead = True"):
        simulate(WELL, options, seats, [Dreamer(WELL.rows, luck)], luck)


class Liar:
    """Answers as it should for a while, then with what is not open."""

    strength: ClassVar[str] = "none"
    budget: ClassVar[float] = 1
    looks_ahead = False

    def __init__(self, lie: object, after: int = 1) -> None:
        self.lie, self.left = lie, after

    def __call__(self, decision: Any, look: Any) -> Any:
        self.left -= 1
        return decision.options[0] if self.left >= 0 else self.lie


@pytest.mark.parametrize("lie", ["fly", "fl<y", 7, None])
@pytest.mark.parametrize("ahead", [False, True])
def test_a_bots_illegal_answer_is_named_in_a_simulation_as_in_a_play(lie, ahead):
    liar = Liar(lie)
    liar.looks_ahead = ahead
    options, seats = WELL.read_options({})
    with pytest.raises(IllegalAnswer, match=r"bot Liar: .*; expected") as refused:
        simulate(WELL, options, seats, [liar], random.Random(7).random)
    play = a_well()
    play.answer("haul")
    with pytest.raises(Refused) as in_play:
        play.answer(lie)
    assert str(refused.value) == f"bot Liar: {in_play.value}"


def test_an_illegal_answer_that_the_rules_would_let_pass_is_found():
    """The well's rules take anything but `leave` for `haul`."""
    options, seats = WELL.read_options({})
    with pytest.raises(IllegalAnswer, match="'hau1' is not open to 'P1 rope'; expected one of"):
        simulate(WELL, options, seats, [Liar("hau1")], random.Random(7).random)


@pytest.mark.parametrize("id", ["tomb", "tin", "labyrintheus", "talisman"])
def test_a_playout_copies_nothing(id):
    copied = 0

    def copy(state: Any) -> Any:
        nonlocal copied
        copied += 1
        return game.copy(state)

    game = find_game(id)
    counting = dataclasses.replace(game, copy=copy)
    luck = random.Random(3).random
    play = Play(counting, {}, counting.seats[0], Seeded("copies"))
    assert isinstance(play.question, Decision)
    twin = play.imagine(play.question.seat, luck)
    copied = 0
    bots = [game.new_bot("random", luck)] * play.seats
    assert len(twin.playout(bots, luck).scores) == play.seats
    assert copied == 0


def test_a_fork_starts_from_the_turns_last_checkpoint():
    play, luck = Play(find_game("tomb"), {}, 1, Seeded("2")), random.Random(1)
    faced = 0
    play.fork()  # from now on checkpoints are kept
    while isinstance(play.question, Decision):
        assert play.turn is not None
        if play.question.id == "face":
            faced += 1
            assert not play.turn.answers
            assert play.fork(listen=True).events == play.events
        play.answer(luck.choice(play.question.options))
    assert faced


def test_to_imagine_the_end_is_to_imagine_and_to_play_out():
    game = find_game("labyrintheus")
    play = Play(game, {}, 3, Seeded("ends"))
    assert isinstance(play.question, Decision)
    option = str(play.question.options[-1])

    def ends(way: Any) -> list[Any]:
        luck = random.Random(5).random
        bots = [game.new_bot("random", luck) for _ in range(3)]
        return [way(bots, luck) for _ in range(5)]

    seat = play.question.seat
    both = ends(lambda bots, luck: play.imagine(seat, luck).playout(bots, luck, option))
    assert ends(lambda bots, luck: play.imagine_end(seat, bots, luck, option)) == both
    assert ends(lambda bots, luck: play.look(seat).imagine_end(bots, luck, option)) == both
    with pytest.raises(IllegalAnswer, match="expected one of"):
        play.look(seat).imagine_end([], random.Random(1).random, "sing")
    with pytest.raises(Refused, match="P2 can imagine only when it is asked"):
        play.look(1 - seat).imagine_end([], random.Random(1).random)


def test_nobody_looks_ahead_in_a_playout():
    luck = random.Random(1).random
    with pytest.raises(Refused, match="takes no part in playouts"):
        a_well().playout([Seer(WELL.rows, luck)], luck)


def test_a_playout_finds_it_too():
    with pytest.raises(IllegalAnswer, match="bot Liar: 'fly' is not open to 'P1 rope'"):
        a_well().playout([Liar("fly")], random.Random(7).random)


def test_a_bot_may_answer_by_an_options_text_in_a_simulation_as_in_a_play():
    game = find_game("tomb")
    options, seats = game.read_options({})

    class Speaker(RandomBot):
        def __call__(self, decision, look):
            return str(super().__call__(decision, look))

    luck, same = random.Random(7), random.Random(7)
    spoken = simulate(game, options, seats, [Speaker(game.rows, luck.random)], luck.random)
    given = simulate(game, options, seats, [RandomBot(game.rows, same.random)], same.random)
    assert spoken == given


@pytest.mark.parametrize("id", ["labyrintheus", "talisman", "tin", "tomb"])
def test_a_table_is_laid_afresh_for_every_game(id: str) -> None:
    game = find_game(id)
    options, seats = game.read_options({}, game.seats[1])
    laid = game.lay(options, game.rows, seats)
    for _ in range(2):
        assert to_plain(game.laid(options, seats)) == to_plain(laid)
        play_at_random(game, options, seats)


def test_other_options_lay_another_table():
    tomb = find_game("tomb")
    torches = []
    for given in (1, 2, 2, 1):
        options, seats = tomb.read_options({"start-torches": given})
        torches.append(len(tomb.laid(options, seats).tombs[0].torches))
    assert torches == [1, 2, 2, 1]


def play_at_random(game: Any, options: Any, seats: int) -> None:
    luck = random.Random(1).random
    bots = [game.new_bot("random", luck) for _ in range(seats)]
    simulate(game, options, seats, bots, luck)
    simulate(interpreted(game), options, seats, bots, luck)
