"""A small Tomb, solved exactly: what perfect play is worth, and what the bots leave lying there.

    python -m examples.exact_tomb

Nine of the 44 cards and five hit points. Every draw is a question with known odds, and every
decision has a list of options. So the value of the game is a sum over draws and a maximum over
options. When a turn begins all that matters is in the view; each such position is worked out once.
"""

from dataclasses import replace
from functools import cache
from typing import Any

from undercroft import Play, games
from undercroft.core.game import Game
from undercroft.core.play import Play as EnginePlay
from undercroft.core.questions import Decision, Fate
from undercroft.library import simulate

CARDS = ("3s", "6s", "4d", "7d", "5c", "js", "qh", "ks", "as")


def small_tomb(cards: tuple[str, ...] = CARDS) -> Game[Any, Any]:
    """The same rules with fewer cards."""
    tomb = games.find_game("tomb")
    rows = {id: tomb.rows[id] for id in cards}
    return replace(tomb, rows=rows, defaults={"start-hp": 6})


class Solver:
    """Works out positions, each once."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.known: dict[Any, float] = {}

    def value(self, play: EnginePlay) -> float:
        """Give the score that perfect play comes to on average."""
        if play.outcome is not None:
            return play.outcome.scores[0]
        key = self.position(play)
        if key is None:
            return self.worked_out(play)
        if key not in self.known:
            self.known[key] = self.worked_out(play)
        return self.known[key]

    def worked_out(self, play: EnginePlay) -> float:
        """Average over fate, choose the best of decisions."""
        if isinstance(play.question, Fate):
            of = len(play.question.outcomes)
            cards = self.alike([str(card) for card in play.question.outcomes])
            return sum(n * self.after(play, card) for card, n in cards) / of
        assert isinstance(play.question, Decision)  # noqa: S101 (it is one or the other)
        return max(self.after(play, str(option)) for option in play.question.options)

    def after(self, play: EnginePlay, answer: str) -> float:
        twin = play.fork()
        twin.answer(answer)
        return self.value(twin)

    def best(self, play: EnginePlay) -> str:
        """Give the best option of the open decision."""
        assert isinstance(play.question, Decision)  # noqa: S101 (asked of decisions alone)
        return max(map(str, play.question.options), key=lambda option: self.after(play, option))

    def position(self, play: EnginePlay) -> Any:
        """Say what matters when a turn begins; nothing while one is under way."""
        tomb = play.view(0).tombs[0]
        if tomb.column or tomb.encounter:
            return None
        assert play.question is not None  # noqa: S101 (it is not over)
        bags = tuple(tuple(sorted(map(self.kind, bag))) for bag in (tomb.hand, tomb.unseen))
        counts = (tomb.hit_points, len(tomb.torches), tomb.delve_done, tomb.retreat_done)
        return play.question.label, tomb.phase, tomb.returned is None, bags, counts

    def alike(self, cards: list[str]) -> list[tuple[str, int]]:
        """Put cards together that do the same: one of them, and how many there are."""
        kinds = {self.kind(card): card for card in cards}
        counts = [self.kind(card) for card in cards]
        return [(card, counts.count(kind)) for kind, card in kinds.items()]

    @cache  # noqa: B019 (a solver lives as long as its answers are wanted)
    def kind(self, id: str) -> str:
        card: Any = self.game.rows[id]
        return id if card.kind == "skill" else f"{card.kind} {card.number} {card.worth}"


def main(cards: tuple[str, ...] = CARDS, plays: int = 4_000) -> float:
    """Solve it, and let the bots play it."""
    game = small_tomb(cards)
    solver = Solver(game)
    value = solver.value(Play(game))
    print(f"{len(cards)} cards: perfect play scores {value:.4f} ({len(solver.known):,} positions)")
    for bot in game.bots:
        scores = [simulate(game, bot, seed).outcome.scores[0] for seed in range(plays)]
        print(f"{bot}: {sum(scores) / plays:.2f} over {plays:,} games")
    return value


if __name__ == "__main__":
    main()
