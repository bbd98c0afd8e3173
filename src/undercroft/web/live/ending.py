"""The end of a play: outcome, score, what luck gave, the seal and the story."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from undercroft.accel.solving import winning_play
from undercroft.core.fates import seal
from undercroft.core.game import Outcome
from undercroft.core.language.addressing import names_for
from undercroft.core.language.endings import Told, tell_ending
from undercroft.core.language.standing import standing
from undercroft.core.language.stories import capital
from undercroft.core.language.words import Words
from undercroft.core.seats import Eyes
from undercroft.games import catalogue, find_game
from undercroft.storage.journals import Record
from undercroft.web.live.days import told_seed
from undercroft.web.live.table import Live
from undercroft.web.words import say


def sealed_of(record: Record) -> str | None:
    """Give the hash of a play's seed, which anybody may know."""
    return seal(record.seed) if record.seed and record.fate == "sealed" else None


def has_story(live: Live) -> bool:
    """Whether the story is wanted at all."""
    return live.record.options.get("chronicle") != "off"


def story_of(live: Live, seat: Eyes) -> list[str]:
    """Tell the story so far, as a seat knows it; the wording depends on the seal, or the cards."""
    if not has_story(live):
        return []
    sealed = sealed_of(live.record) or ""
    return live.game.chronicle(live.play.events_for(seat), live.words, sealed)


def verdict(words: Words, outcome: Outcome, seat: Eyes, names: Sequence[str]) -> str:
    """Say who has won, and to a seat where it came: "Random wins. You came third."."""
    winners, places = outcome.winners, outcome.places
    if not winners:
        return say("end.no-winner")
    shared = {places[winner] for winner in winners} == {1} if places else True
    if seat in winners and shared:
        return say("end.you-share" if winners[1:] else "end.you-win")
    *others, last = [say("end.you") if winner == seat else names[winner] for winner in winners]
    won = say("end.win", names=others, last=last) if others else say("end.wins", name=last)
    if seat is None or seat >= len(places):
        return capital(won)
    if places[seat]:
        return f"{capital(won)} {say('end.came', place=places[seat])}"
    end = words.title(outcome.ends[seat])  # a seat without a place has an end of its own
    return f"{capital(won)} {say('end.you-ended', end=end)}"


def could_be_won(live: Live) -> bool:
    """Whether a deal that was lost could have been won; only once its seed is told."""
    seed, record = told_seed(live.record, over=live.outcome is not None), live.record
    if seed is None or record.variant or live.outcome is None or live.outcome.winners:
        return False
    return is_winnable(record.game, tuple(record.options.items()), record.seats, seed)


@lru_cache(1000)
def is_winnable(game: str, options: tuple[tuple[str, Any], ...], seats: int, seed: str) -> bool:
    """Whether a deal can be won, as far as it can be told here; an end is drawn more than once."""
    return winning_play(find_game(game), dict(options), seats, seed, build=False) is not None


def make_solvers() -> None:
    """Compile the solvers of those games that have one, where there is a compiler."""
    for game in catalogue().values():
        winning_play(game, {}, game.seats[0], "made", build=True)


def told_end(live: Live, outcome: Outcome, reader: Eyes) -> Told:
    """Tell how a play ended to who reads."""
    play = live.play
    return tell_ending(live.game, play.view(reader), play.events, outcome, live.names, reader)


def ending(live: Live, seat: Eyes, reader: Eyes, *, own: bool) -> str:
    """Draw the end of a play for a seat; `own`: for one of the players."""
    game, record, outcome = live.game, live.record, live.outcome
    if outcome is None:
        return ""
    words, drawing = live.read_by(reader)
    name = names_for(live.names, reader).__getitem__
    return str(
        drawing.shared.end(  # type: ignore[attr-defined]
            play=record,
            game=game.id,
            title=game.title,
            several=len(live.guests) > 1,
            won=seat in outcome.winners,
            end=told_end(live, outcome, reader),
            name=outcome.name,
            verdict=verdict(live.words, outcome, seat, live.names) if record.seats > 1 else "",
            standing=standing(words, outcome.places, outcome.scores, outcome.ends, name),
            own=own,
            score="" if live.given_up else drawing.score(live.play.view(seat)),
            luck=drawing.luck(live.play.events, game.rows),
            sealed=sealed_of(record),
            seed=told_seed(record, over=True),
            practice=live.practice,
            given_up=live.given_up,
            could_be_won=own and could_be_won(live),
        )
    )
