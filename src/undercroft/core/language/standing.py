"""How a game stands, and the standing at its end: who came first, second, third.

[standing]                                      in `words.toml`
ranked = "{place:th} {who:id}, {score} gold"
unranked = "{who:id} lost"                      where a game leaves seats without a place
story = "They counted: {standing:id}."          the story's sentence
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from undercroft.core.game import Game, Outcome
from undercroft.core.language.words import Words


def standing(
    words: Words,
    places: Sequence[int],
    scores: Sequence[float],
    ends: Sequence[str] = (),
    name: Callable[[int], str] | None = None,
) -> list[str]:
    """Tell each seat's place, the best first, then the seats without one; nothing if none has."""
    if not any(places):
        return []
    texts, name = words.tables["standing"], name or words.player
    lines = [
        words.fill(
            texts["ranked" if place else "unranked"],
            {"place": place, "who": name(seat), "score": score, "end": end},
        )
        for seat, (place, score, end) in enumerate(zip_longest(places, scores, ends))
    ]
    order = sorted(range(len(places)), key=lambda seat: places[seat] or len(places) + 1)
    return [lines[seat] for seat in order]


def standing_now(game: Game[Any, Any], view: Any) -> str:
    """Say how the first seat stands in mid-game, in numbers; nothing if a game counts none."""
    numbers = game.race(view) if game.race else {}
    return game.words.say("race.text", **numbers) if numbers else ""


def standing_in_story(words: Words, lines: Sequence[str]) -> str:
    """Give the sentence in which a story tells the standing."""
    return words.fill(words.tables["standing"]["story"], {"standing": "; ".join(lines)})


def ahead(outcome: Outcome, seat: int) -> float:
    """Say how far ahead of the others a seat came: 1 is first, -1 last; all seats add up to 0.

    Winners come before all others; then places count, if there are any; then scores.
    """
    seats = range(len(outcome.scores))
    placed = [place or len(seats) + 1 for place in outcome.places or (0,) * len(seats)]
    ranks = [(who in outcome.winners, -placed[who], outcome.scores[who]) for who in seats]
    better, worse = (
        sum(rank > ranks[seat] for rank in ranks),
        sum(rank < ranks[seat] for rank in ranks),
    )
    return (worse - better) / max(len(seats) - 1, 1)
