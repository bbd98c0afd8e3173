"""Result and score of Tomb of Four Kings: games (P), series (G), duels (D)."""

from collections.abc import Sequence
from typing import NamedTuple

from undercroft.core.game import GameOver, Outcome
from undercroft.games.tomb.cards import TREASURE, Card
from undercroft.games.tomb.events import DuelScored, MatchScored, SeriesScored
from undercroft.games.tomb.state import Match, Result


def score(hand: Sequence[Card]) -> Result:
    """P-1. Out alive: the worth of the treasure in hand. All four kings win (P-2)."""
    kings = points = 0
    for card in hand:
        if card.kind in TREASURE:
            points += card.worth
            kings += card.kind == "hoard"
    return Result("won" if kings >= 4 else "escaped", kings, points)


class Settlement(NamedTuple):
    """How a duel's game came out."""

    winner: int | None
    debt: int
    cancelled: bool

    @property
    def debtor(self) -> int | None:
        """Who owes."""
        return None if self.winner is None or not self.debt else 1 - self.winner


def settle_duel(results: Sequence[Result], stake: int) -> Settlement:
    """D-2. More points win. D-3: the loser owes the difference; D-4: unless it has four kings."""
    first, second = results
    if first.points == second.points:
        return Settlement(None, 0, cancelled=False)
    winner = 0 if first.points > second.points else 1
    loser = results[1 - winner]
    if loser.outcome == "won":
        return Settlement(winner, 0, cancelled=True)
    return Settlement(winner, abs(first.points - second.points) * stake, cancelled=False)


def settle(match: Match) -> None:
    """Score the present game; end the play if it was the last."""
    results = [tomb.result for tomb in match.tombs if tomb.result]
    match.results.append(results)
    if len(results) == 2:
        duel = settle_duel(results, match.options.stake)
        match.tell(DuelScored, duel.winner, duel.debt, duel.cancelled, duel.debtor)
    if match.game == match.options.games:
        raise GameOver(outcome(match))


def outcome(match: Match) -> Outcome:
    """Say how it all came out."""
    if len(match.tombs) == 2:
        return match_outcome(match)
    games = [results[0] for results in match.results]
    if match.options.mode == "series":
        return series_outcome(match, games)
    return solo_outcome(games[0])


def solo_outcome(game: Result) -> Outcome:
    """P-2. One who plays alone wins with all four kings."""
    return Outcome(game.outcome, (0,) if game.outcome == "won" else (), (game.points,))


def series_outcome(match: Match, games: Sequence[Result]) -> Outcome:
    """G-1. The series' score is the sum of points."""
    count = [result.outcome for result in games].count
    best = max(games, key=lambda result: result.points)  # P-5: kings do not break ties
    total = sum(result.points for result in games)
    kings = sum(result.kings for result in games)
    ends = (count("won"), count("escaped"), count("dead"), count("lost"))
    match.tell(SeriesScored, len(games), total, kings, *ends, best.record)
    return Outcome("finished", (), (total,))


def match_outcome(match: Match) -> Outcome:
    """D-8. The match goes to the higher total; the balance of debts is reported beside it."""
    totals = tuple(sum(results[seat].points for results in match.results) for seat in (0, 1))
    balance = 0
    for results in match.results:
        duel = settle_duel(results, match.options.stake)
        balance += duel.debt if duel.winner == 0 else -duel.debt
    winner = None if totals[0] == totals[1] else 0 if totals[0] > totals[1] else 1
    match.tell(MatchScored, (totals[0], totals[1]), winner, balance)
    if winner is None:
        return Outcome("drawn", (), totals)
    return Outcome("decided", (winner,), totals, places=(1, 2) if winner == 0 else (2, 1))
