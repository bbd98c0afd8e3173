"""What does a rule do? Play the same luck with and without it, and see the plays that flipped.

    python -m examples.equal_luck

The seeded fate deals the n-th card of a pile the same whatever was decided, and whatever else was
changed. So two variants on one seed differ only where the change bites.
"""

from typing import Any

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.variants import with_variant
from undercroft.games import find_game

POORER_SCROLL = """
game = "tomb"
title = "The scroll starts in hand, but is worth only 1"
[options]
scroll = "hand"
[rows.joker]
worth = 1
"""


def play_out(game: Game[Any, Any], seed: str) -> Play:
    """Let the cautious bot play a seed to its end."""
    play = Play(game, fates=Seeded(seed))
    bot = game.new_bot("cautious", lambda: 0.5)
    while isinstance(play.question, Decision):
        play.answer(bot(play.question, play.look(play.question.seat)))
    return play


def main(seeds: int = 100) -> None:
    """Compare the game with its variant, seed by seed."""
    tomb = find_game("tomb")
    variant = with_variant(POORER_SCROLL, "poorer-scroll.toml", find_game)
    total, flipped = 0.0, []
    for seed in map(str, range(seeds)):
        before, after = play_out(tomb, seed).outcome, play_out(variant, seed).outcome
        assert before is not None and after is not None  # noqa: S101, PT018 (played out)
        total += after.scores[0] - before.scores[0]
        if before.name != after.name:
            flipped.append(f"seed {seed}: {before.name} -> {after.name}")
    print(f"mean change of score over {seeds} seeds: {total / seeds:+.2f}")
    print(f"{len(flipped)} plays ended otherwise:", *flipped[:5], sep="\n  ")


if __name__ == "__main__":
    main()
