"""Duels (D-1 to D-8)."""

import pytest

from tests.games.tomb.builders import a_match, arrange, asked, draws, names, play, result, results
from undercroft.core.errors import BadOption
from undercroft.core.events import Event
from undercroft.core.game import GameOver, Outcome
from undercroft.games.tomb import GAME
from undercroft.games.tomb.events import DuelScored, MatchScored
from undercroft.games.tomb.scoring import Settlement, settle, settle_duel
from undercroft.games.tomb.view import Covered, view


def duel(first: str, second: str, stake: int = 1) -> Settlement:
    return settle_duel([result(first), result(second)], stake)


def test_d1_each_seat_plays_its_own_game_with_its_own_pack() -> None:
    match = a_match(2)
    play(
        match,
        """
        draw deck-1: 2s
        draw deck-1: 2c

        draw deck-2: 2s
        draw deck-2: js
        P2 face: berserk
        """,
    )
    assert [names(tomb.stacks[0]) for tomb in match.tombs] == ["2s 2c", "2s js"]
    assert [len(tomb.deck) for tomb in match.tombs] == [42, 42]


@pytest.mark.parametrize(
    ("games", "winner"),
    [
        (("1/30", "2/29"), 0),
        (("dead", "0/2"), 1),
        (("0/12", "0/12"), None),
        (("dead", "0/0"), None),
    ],
)
def test_d2_more_points_win_and_equal_ones_do_not(
    games: tuple[str, str], winner: int | None
) -> None:
    assert duel(*games).winner == winner


def test_d3_the_loser_owes_the_difference_times_the_stake() -> None:
    assert duel("3/51", "1/40", stake=7) == Settlement(0, 77, cancelled=False)
    assert duel("1/40", "3/51", stake=7) == Settlement(1, 77, cancelled=False)
    assert (duel("3/51", "1/40").debtor, duel("1/40", "3/51").debtor) == (1, 0)


def test_d4_a_loser_out_with_four_kings_owes_nothing() -> None:
    settled = duel("3/72", "4/68", stake=100)
    assert settled == Settlement(0, 0, cancelled=True)
    assert settled.debtor is None


def test_d4_a_loser_with_three_kings_owes_however_rich() -> None:
    assert duel("3/80", "3/75") == Settlement(0, 5, cancelled=False)


def test_d4_a_winner_with_four_kings_is_paid_all_the_same() -> None:
    assert duel("4/68", "3/51") == Settlement(0, 17, cancelled=False)


@pytest.mark.parametrize("stake", [0, 1, 100])
def test_d5_the_stake_is_chips_a_point(stake: int) -> None:
    options, _ = GAME.read_options({"stake": stake}, 2)
    assert options.stake == stake
    assert duel("1/12", "dead", stake).debt == 12 * stake


@pytest.mark.parametrize("stake", [-1, 101, "1.5", "many"])
def test_d5_other_stakes_are_refused(stake: object) -> None:
    with pytest.raises(BadOption, match="stake"):
        GAME.read_options({"stake": stake}, 2)


def test_d6_seats_alternate_turn_by_turn_and_next_opens_the_go() -> None:
    match = a_match(2)
    play(
        match,
        """
        draw deck-1: 2s
        draw deck-1: 2c

        draw deck-2: 3s
        draw deck-2: 3c

        P1 next: deeper
        draw deck-1: 3s
        draw deck-1: 3c
        """,
    )
    assert asked(match) == "next deeper turn-back"
    assert match.to_play == 1


def test_d6_a_seat_whose_game_is_over_is_passed_over() -> None:
    match = a_match(2)
    arrange(match.tombs[0], showing=2)
    play(
        match,
        """
        draw deck-1: 5d
        draw deck-1: 4c

        draw deck-2: 3s
        draw deck-2: 3c

        P2 next: deeper
        draw deck-2: 4s
        draw deck-2: 4c

        P2 next: deeper
        draw deck-2: 5s
        draw deck-2: 5c
        """,
    )
    assert match.tombs[0].result == result("dead")
    assert match.tombs[1].delve_done == 3


def test_c10_d6_turning_back_after_one_turn_is_a_whole_go() -> None:
    match = a_match(2)
    for tomb in match.tombs:
        arrange(tomb, delved=1)
    play(match, "P1 next: turn-back")
    assert match.tombs[0].result == result("0/0")
    ended = play(
        match,
        """
        P2 next: deeper
        draw deck-2: 2d
        draw deck-2: 2s

        P2 next: turn-back
        draw deck-2: 3s
        draw deck-2: 3c
        """,
    )
    assert ended == Outcome("decided", (1,), (0, 2), places=(2, 1))


def test_d6_one_by_one_seat_1_plays_its_whole_game_first() -> None:
    match = a_match(2, duel_order="one-by-one")
    ended = play(
        match,
        """
        draw deck-1: 2d
        draw deck-1: 2s

        P1 next: deeper
        draw deck-1: 3s
        draw deck-1: 3c

        P1 next: turn-back
        draw deck-1: 4s
        draw deck-1: 4c

        draw deck-2: 3s
        draw deck-2: 3c

        P2 next: turn-back
        """,
    )
    assert ended == Outcome("decided", (0,), (2, 0), places=(1, 2))


def test_d7_own_decks_are_shuffled_apart() -> None:
    match = a_match(2)
    play(match, "draw deck-1: 2s\ndraw deck-1: 2c\n\ndraw deck-2: 9s\ndraw deck-2: 10c")
    assert match.order == []


def test_d7_on_the_same_deal_only_the_first_to_turn_a_card_asks_fate() -> None:
    match = a_match(2, deal="same")
    play(match, "draw deck: 2s\ndraw deck: 2c")
    play(match, "")
    assert [names(tomb.stacks[0]) for tomb in match.tombs] == ["2s 2c", "2s 2c"]


def test_d7_whoever_gets_further_asks_for_the_rest() -> None:
    match = a_match(2, deal="same")
    play(
        match,
        """
        draw deck: js
        draw deck: 9s
        P1 face: berserk

        P2 face: draw
        draw deck: 10c

        P1 next: deeper
        draw deck: 10s

        P2 next: deeper
        P2 face: berserk
        """,
    )
    assert names(match.order) == "js 9s 10c 10s"
    assert [names(tomb.stacks[1]) for tomb in match.tombs] == ["10c 10s", "10s js"]


def test_d7_the_returned_torch_is_outside_the_count() -> None:
    """Seat 1 reads the scroll on the seventh card; what follows is the same for both."""
    match = a_match(2, deal="same")
    play(match, draws("qs joker 2c"))
    play(match, "")
    torches, rest = draws("ah ad ac as"), draws("5s 9c")
    play(match, f"P1 next: deeper\n{torches}\nP1 torch: read-scroll\n{rest}")
    play(match, "P2 next: deeper\nP2 torch: read-scroll")
    assert [names(tomb.stacks[-1]) for tomb in match.tombs] == ["5s 9c", "5s 9c"]
    assert [names(tomb.deck.bottom) for tomb in match.tombs] == ["as", "as"]
    assert [len(tomb.deck) for tomb in match.tombs] == [36, 36]


def test_r40_who_plays_when_and_with_which_cards_are_options() -> None:
    options = GAME.read_options({}, 2)[0]
    assert (options.duel_order, options.deal) == ("alternate", "own")


def test_c9_a_finished_rival_on_the_same_deal_is_finished_and_nothing_else() -> None:
    match = a_match(2, deal="same", duel_order="one-by-one")
    arrange(match.tombs[0], "kd", delved=1)
    play(match, "P1 next: turn-back")
    assert view(match, 1).tombs[0] == Covered(0, finished=True)


# -- matches --------------------------------------------------------------------------------------


def match_of(*games: tuple[str, str], stake: int = 1) -> tuple[list[Event], Outcome]:
    """Settle a duel match whose games came out like this; give what is told, and the outcome."""
    match = a_match(2, games=len(games), stake=stake)
    heard: list[Event] = []
    match.attend(heard)
    for pair in games:
        results(match, pair)
        try:
            settle(match)
        except GameOver as over:
            return heard, over.outcome
        match.game += 1
    raise AssertionError("the match is not over")


def test_d8_seat_1_begins_odd_games_and_seat_2_even_ones() -> None:
    match = a_match(2, games=3)
    beginners = []
    ended = None
    for _ in range(3):
        beginners.append(match.to_play)
        for tomb in match.tombs:
            arrange(tomb, delved=1)
        first, second = (match.to_play + 1, 2 - match.to_play)
        ended = play(match, f"P{first} next: turn-back\n\nP{second} next: turn-back")
    assert beginners == [0, 1, 0]
    assert ended == Outcome("drawn", (), (0, 0))


def test_d7_the_next_game_of_a_match_has_an_order_of_its_own() -> None:
    match = a_match(2, games=3, deal="same")
    play(match, "draw deck: qs\ndraw deck: 2s")
    play(match, "")
    play(match, "P1 next: turn-back\n\nP2 next: turn-back")
    assert match.order == []
    play(match, "draw deck.2: qd\ndraw deck.2: 3s")
    assert names(match.tombs[1].stacks[0]) == "qd 3s"


def test_d8_match_and_balance_can_differ() -> None:
    told, outcome = match_of(("3/72", "4/68"), ("dead", "1/1"), ("1/1", "1/1"))
    assert outcome == Outcome("decided", (0,), (73, 70), places=(1, 2))
    assert told[-1] == MatchScored((73, 70), 0, -1)


@pytest.mark.parametrize(
    ("clause", "games", "stake", "settled"),
    [
        ("C-1", ("3/72", "dead"), 1, DuelScored(0, 72, False, 1)),
        ("C-2", ("3/72", "4/68"), 2, DuelScored(0, 0, True, None)),
        ("C-3", ("4/68", "3/51"), 5, DuelScored(0, 85, False, 1)),
        ("C-4", ("2/31", "1/31"), 1, DuelScored(None, 0, False, None)),
        ("C-5", ("dead", "lost"), 1, DuelScored(None, 0, False, None)),
    ],
)
def test_c1_to_c5_a_duel_is_settled(
    clause: str, games: tuple[str, str], stake: int, settled: DuelScored
) -> None:
    told, outcome = match_of(games, stake=stake)
    assert told[0] == settled, clause
    assert outcome.winners == (() if settled.winner is None else (settled.winner,))


def test_c6_a_dead_player_has_no_kings_to_cancel_the_debt() -> None:
    match = a_match(2)
    arrange(match.tombs[0], "kd 2d", delved=1)
    arrange(match.tombs[1], "ks kd kc kh", showing=2)
    heard: list[Event] = []
    match.attend(heard)
    play(match, "P1 next: turn-back\n\ndraw deck-2: 10d\ndraw deck-2: 9d")
    assert DuelScored(0, 12, False, 1) in heard


def test_c8_a_match_of_three() -> None:
    told, outcome = match_of(("3/72", "4/68"), ("dead", "1/20"), ("2/30", "2/30"))
    assert told == [
        DuelScored(0, 0, True, None),
        DuelScored(1, 20, False, 0),
        DuelScored(None, 0, False, None),
        MatchScored((102, 118), 1, -20),
    ]
    assert outcome == Outcome("decided", (1,), (102, 118), places=(2, 1))


def test_r39_a_tie_a_kingly_loser_and_a_dead_one() -> None:
    assert duel("1/20", "2/20").debt == 0
    assert duel("1/70", "4/60") == Settlement(0, 0, cancelled=True)
    assert duel("1/70", "dead").debt == 70
