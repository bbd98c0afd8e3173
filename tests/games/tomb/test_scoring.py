"""Result and score of a game (P-1 to P-5) and of a series (G-0 to G-2)."""

import pytest

from tests.games.tomb.builders import a_match, a_tomb, cards, names, play, result, results
from undercroft.core.events import Event
from undercroft.core.fates import Seeded
from undercroft.core.game import GameOver, Outcome
from undercroft.core.play import Play
from undercroft.games.tomb import GAME
from undercroft.games.tomb.events import GameScored, PlayerDied, PlayerLost, SeriesScored
from undercroft.games.tomb.scoring import score, settle
from undercroft.games.tomb.state import Match, Result


@pytest.mark.parametrize(
    ("hand", "points"), [("", 0), ("kd", 10), ("2d 10d", 12), ("joker", 6), ("js jd jc jh", 0)]
)
def test_p1_treasure_in_hand_is_added_up(hand: str, points: int) -> None:
    assert score(cards(hand)).points == points


def test_p1_all_treasure_there_is_comes_to_a_hundred() -> None:
    hand = "ks kd kc kh joker " + " ".join(f"{n}d" for n in range(2, 11))
    assert score(cards(hand)) == Result("won", 4, 100)


@pytest.mark.parametrize(
    ("hand", "outcome"),
    [("ks kd kc kh", "won"), ("ks kd kc 10d 9d 8d 7d", "escaped"), ("", "escaped")],
)
def test_r37_p2_only_four_kings_win_whatever_the_points(hand: str, outcome: str) -> None:
    tomb = a_tomb(hand, delved=1)
    ended = play(tomb, "P1 next: turn-back")
    assert ended is not None
    assert ended.name == outcome
    assert ended.winners == ((0,) if outcome == "won" else ())
    assert ended.scores == (sum(card.worth for card in tomb.hand),)


@pytest.mark.parametrize(
    ("outcome", "script"),
    [
        ("dead", "draw deck: 10d\ndraw deck: 2c"),
        ("lost", "draw deck: as"),
    ],
)
def test_r36_p3_the_dead_and_the_lost_score_nothing_and_their_haul_is_remembered(
    outcome: str, script: str
) -> None:
    tomb = a_tomb("ks kd kc kh", torches="ah ad ac", showing=8)
    heard: list[Event] = []
    tomb.match.attend(heard)
    ended = play(tomb, script)
    assert tomb.result == result(outcome)
    assert tomb.result.record == "0/0"
    assert ended == Outcome(outcome, (), (0,))
    (farewell,) = [event for event in heard if isinstance(event, PlayerDied | PlayerLost)]
    assert farewell.haul_lost == ("ks", "kd", "kc", "kh")


def test_p4_the_record_is_kings_and_points_and_a_point_is_a_hundred_gold() -> None:
    tomb = a_tomb("ks kd 3d", delved=1)
    heard: list[Event] = []
    tomb.match.attend(heard)
    play(tomb, "P1 next: turn-back")
    (scored,) = [event for event in heard if isinstance(event, GameScored)]
    assert (scored.record, scored.gold) == ("2/23", 2300)


def test_p5_kings_break_no_ties() -> None:
    """In a series the best game is the best by points: the first of equals, not the kingly one."""
    assert series("0/20", "2/20", "1/19").best == "0/20"


# -- series ---------------------------------------------------------------------------------------


def series(*games: str) -> SeriesScored:
    """Settle a series of games that came out like this; give what is told of it."""
    match = a_match(mode="series", games=len(games))
    heard: list[Event] = []
    match.attend(heard)
    for game in games:
        results(match, [game])
        finish_game(match)
    (scored,) = heard
    assert isinstance(scored, SeriesScored)
    return scored


def finish_game(match: Match) -> None:
    try:
        settle(match)
    except GameOver:
        return
    match.game += 1


def test_g0_all_three_challenges_are_offered() -> None:
    out_alive = Play(GAME).options
    assert (out_alive.mode, out_alive.games) == ("solo", 1)
    four_kings = a_tomb("ks kd kc kh", delved=1)
    assert play(four_kings, "P1 next: turn-back") == Outcome("won", (0,), (40,))
    for games in (3, 5, 10):
        assert Play(GAME, {"mode": "series", "games": games}).options.games == games


def test_g1_a_series_adds_up_points_and_keeps_count() -> None:
    scored = series("4/68", "lost", "1/23", "dead", "0/0")
    assert (scored.games, scored.total, scored.kings, scored.best) == (5, 91, 5, "4/68")
    assert (scored.wins, scored.escapes, scored.deaths, scored.lost) == (1, 2, 1, 1)


def test_c7_a_series_of_three() -> None:
    scored = series("4/68", "dead", "1/23")
    assert (scored.total, scored.kings, scored.wins, scored.escapes) == (91, 5, 1, 1)
    assert (scored.deaths, scored.lost, scored.best) == (1, 0, "4/68")


def test_g1_the_games_are_played_one_after_another_and_the_score_is_the_sum() -> None:
    play = Play(GAME, {"mode": "series", "games": 3}, fates=Seeded("g1"))
    while play.question:
        play.answer(play.question.choices[-1])
    games = [event.points for event in play.events if isinstance(event, GameScored)]
    assert len(games) == 3
    assert play.outcome == Outcome("finished", (), (sum(games),))


def test_g2_nothing_is_carried_from_one_game_to_the_next() -> None:
    match = a_match(mode="series", games=3)
    play(
        match,
        """
        draw deck: qs
        draw deck: ah
        draw deck: js
        draw deck: 10d

        P1 next: turn-back
        """,
    )
    (fresh,) = match.tombs
    assert match.game == 2
    assert [[game.record for game in games] for games in match.results] == [["0/10"]]
    assert (names(fresh.hand), names(fresh.torches), fresh.showing) == ("", "", 10)
    assert (len(fresh.deck), fresh.turn, fresh.result) == (44, 1, None)


def test_r43_giving_up_is_no_matter_of_the_rules() -> None:
    for seed in "abcdefgh":
        played = Play(GAME, fates=Seeded(seed))
        while played.question:
            assert "abandoned" not in map(str, played.question.choices)
            played.answer(played.question.choices[0])
        assert played.outcome is not None
        assert played.outcome.name in {"won", "escaped", "dead", "lost"}
