"""What is said of a table, on the full screen as line by line."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any

import msgspec

from undercroft.bots.chances import Chances
from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.language.addressing import addressed, names_for, plain_names_for
from undercroft.core.language.standing import standing
from undercroft.core.language.words import Words
from undercroft.core.play import Play
from undercroft.core.seats import seat_of
from undercroft.describing import told_option
from undercroft.protocol import (
    HintShown,
    LineShown,
    OptionShown,
    PlayShown,
    PleaShown,
    QuestionShown,
    SeatShown,
)
from undercroft.terminal.client import Odds
from undercroft.terminal.words import say


def player(seat: int) -> str:
    """Call a seat what people call it."""
    return say("seat.player", number=seat + 1)


def called(seat: SeatShown) -> str:
    """Call a seat what the table calls it."""
    number = player(int(seat.role[1:]) - 1) if is_player(seat) else say("seat.fate")
    return seat.called or seat.name or number


def is_player(seat: SeatShown) -> bool:
    """Whether it is a player's, and not fate's."""
    return seat_of(seat.role) is not None


def asked_of(shown: PlayShown) -> QuestionShown | None:
    """Give the open question, if it is one's own."""
    question = shown.question
    return question if question and question.yours and not shown.waits else None


# -- the log --------------------------------------------------------------------------------------


def event_line(play: Play, event: Event) -> str:
    """Tell an event; where there are several players, tell whose it is."""
    return of_seat(play.game.words.event(event), getattr(event, "seat", None), play.seats)


def of_seat(text: str, seat: int | None, seats: int, names: Sequence[str] = ()) -> str:
    """Say whose a line is, where there are several players and it does not say so itself."""
    if seats == 1 or seat is None or not text:
        return text
    names = names or [*map(player, range(seats))]
    if text.startswith(tuple(names)) or names[seat].casefold() in text.casefold():
        return text
    return f"{names[seat]}: {text}"


def names_at(shown: PlayShown) -> list[str]:
    """Say what the seats are called there, where there are several."""
    names = [seat.called for seat in shown.seats if is_player(seat)]
    return names if len(names) > 1 and all(names) else []


def reader_of(shown: PlayShown) -> int | None:
    """Give the seat that is *you* there; with several seats, nobody is."""
    return seat_of(shown.seat) if len(shown.roles) == 1 else None


def log_of(shown: PlayShown) -> tuple[str, ...]:
    """Tell what has happened, and whose each line is."""
    seats, names = sum(map(is_player, shown.seats)), names_at(shown)
    names = plain_names_for(names, reader_of(shown))
    return tuple(
        of_seat(line, int(role[1:]) - 1 if role else None, seats, names)
        for line, role in zip_longest(shown.log, shown.whose)
    )


# -- what is played, and how it ends --------------------------------------------------------------


def what_is_played(game: Game[Any, Any], options: Mapping[str, Any], seats: int) -> list[str]:
    """List what is not the default: options, and a variant."""
    default, _ = game.read_options({}, seats)
    given = sorted(options.items() - default.given().items())
    told = [told_option(game, name, value) for name, value in given]
    return told + ([say("table.variant", variant=game.variant)] if game.variant else [])


def ended(
    words: Words | None,
    outcome: Mapping[str, Any],
    called: Sequence[str],
    reader: int | None = None,
) -> str:
    """Say how a game came out: `Won; score 68`; who reads is *you*."""
    names = names_for(called, reader)

    def title(id: str) -> str:
        return words.title(id) if words else id

    name, scores = title(str(outcome.get("name", ""))), outcome.get("scores", ())
    if len(scores) == 1:
        return say("outcome.score", name=name, score=f"{scores[0]:g}")
    places, ends = outcome.get("places", ()), outcome.get("ends", ())
    ranked = standing(words, places, scores, ends, names.__getitem__) if words else []
    told = ", ".join(
        f"{who} {score:g}{f' ({title(end)})' if end else ''}"
        for who, score, end in zip_longest(names, scores, ends)
    )
    won = say("outcome.won-by", winners=together([names[it] for it in outcome.get("winners", ())]))
    said = "; ".join([name, won, *(ranked or [told])])
    return said if reader is None else addressed(said, called[reader])


def together(names: Sequence[str]) -> str:
    """Name several: `Ann and Bob`."""
    if not names:
        return say("outcome.nobody")
    return reduce(lambda first, second: say("outcome.both", first=first, second=second), names)


def outcome_of(play: Play, names: Sequence[str] = (), reader: int | None = None) -> str:
    """Say how a game came out."""
    if play.outcome is None:
        return say("outcome.open")
    fields = {
        name: getattr(play.outcome, name)
        for name in ("name", "winners", "scores", "places", "ends")
    }
    return ended(play.game.words, fields, names or [*map(player, range(play.seats))], reader)


def outcome_shown(words: Words | None, shown: PlayShown) -> str:
    """Say how a game came out, in a sentence."""
    names = [called(seat) for seat in shown.seats if is_player(seat)]
    told = ended(words, shown.outcome or {}, names, reader_of(shown) if len(names) > 1 else None)
    return say("outcome.sentence", outcome=told)


def ending_shown(shown: PlayShown) -> list[str]:
    """Tell what happened at the end, in a paragraph, if that is known."""
    return [" ".join(shown.ending)] if shown.ending else []


def chronicle_of(play: Play, sealed: str | None, words: Words | None = None) -> list[str]:
    """Tell the story of a game; its wording depends on the sealed seed, or on the cards alone."""
    return play.game.chronicle(play.events, words or play.game.words, sealed or "")


# -- what is asked, and advised -------------------------------------------------------------------


def pleaded(plea: PleaShown, how: str) -> str:
    """Say who wants to undo an answer, and how to agree."""
    return say("undo.wanted", asked=plea.asked, name=plea.name, how=how)


def hinted(hint: HintShown, question: QuestionShown | None) -> tuple[int | None, str]:
    """Find the option that a hint is for, and say it; `None`: there is none."""
    answers = [option.answer for option in question.options] if question else []
    if hint.answer not in answers:
        return None, say("hint.none")
    at = answers.index(hint.answer)
    told = say("hint.take", bot=hint.bot, number=at + 1, answer=hint.answer)
    return at, f"{told} {hint.why}" if hint.why else told


def marked(question: QuestionShown, advised: str | None) -> list[OptionShown]:
    """Give the options, with a word beside the one that the coach of a lesson advises."""
    return [
        msgspec.structs.replace(it, text=say("coach.advises", option=it.text))
        if it.answer == advised
        else it
        for it in question.options
    ]


def odds_told(odds: Odds) -> Iterator[str]:
    """Write what was counted, an option a line."""
    if not odds:
        yield say("odds.no-luck")
    for option, cases in odds.items():
        total = sum(cases.values())
        parts = (
            f"{case} {count} ({count / total:.0%})"
            for case, count in sorted(cases.items(), key=lambda pair: -pair[1])
        )
        yield say("odds.after", option=option, total=total, cases="; ".join(parts))


def chances_told(found: Chances) -> Iterator[str]:
    """Write how often each option wins, the best first, and how sure that is."""
    yield say("odds.chances", worlds=found.worlds)
    for option in found.ranked:
        share, error = found.of(option)
        yield say("odds.chance", option=option, share=round(100 * share), error=round(196 * error))


def spoken(line: LineShown) -> str:
    """Write what somebody said."""
    return f"{line.name}: {line.text}"
