"""The end of a play: outcome, score, what luck gave, the seal and the story."""

from undercroft.core.fates import seal
from undercroft.web.live import Live


def story_of(live: Live) -> list[str]:
    """Tell the story so far; its wording depends on the seed, or on the first card turned."""
    key = live.record.seed if live.fates else None
    first = live.play.lines[:1]
    return live.game.chronicle(live.play.events_for(0), live.game.words, key or " ".join(first))


def ending(live: Live) -> str:
    """Draw the end of a play."""
    game, record, drawing, outcome = live.game, live.record, live.drawing, live.outcome
    if outcome is None:
        return ""
    return str(
        drawing.shared.end(  # type: ignore[attr-defined]
            play=record,
            game=game.id,
            title=game.title,
            outcome=game.words.title(outcome.name),
            name=outcome.name,
            score=drawing.score(live.play.view(0)),
            story=story_of(live),
            luck=drawing.luck(live.play.events, game.rows),
            sealed=seal(record.seed) if record.seed and record.fate == "sealed" else None,
            practice=live.practice,
        )
    )
