"""What is said of a table on a server, on the full screen as line by line."""

from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from undercroft.core.errors import IllegalAnswer, Refused
from undercroft.core.game import Game
from undercroft.core.variants import with_variant
from undercroft.core.words import Words
from undercroft.games import catalogue, find_game
from undercroft.terminal.online.seats import called
from undercroft.terminal.online.server import (
    Address,
    Asked,
    Hint,
    LineLost,
    Plea,
    Server,
    Shown,
    read_address,
)
from undercroft.terminal.telling import of_seat, what_is_played
from undercroft.terminal.typed import bare

PAUSES: Final = (1, 2, 4, 8, 15)  # seconds between attempts, when the line is gone
FATES: Final = "This is fate's to decide: type what your own table shows."
NOTHING_ASKED: Final = "Nothing is asked of you now."


class Arrived(NamedTuple):
    """Somebody at a table on a server, what they see first, and the game as it is played there."""

    server: Server
    address: Address
    shown: Shown
    game: Game[Any, Any] | None = None  # none: unknown here
    home: Path | None = None  # where something is kept for the next time


def arrive(home: Path, url: str, name: str) -> Arrived:
    """Take the seat that a link is for, come back to it, or look on; or be told why not."""
    address = read_address(url)
    server = Server(address.server, home, looks_on=address.kind == "watch")
    try:
        join = address.kind == "join"
        shown = server.sit(address.id, name) if join else server.look(address.id)
        return Arrived(server, address, shown, game_played(server, shown), home)
    except LineLost as error:
        raise Refused(f"{address.server} cannot be reached: {error}") from None


def moved(arrived: Arrived, shown: Shown) -> Arrived:
    """Be at the table that was laid again after this one."""
    return arrived._replace(address=Address(arrived.address.server, "play", shown.id), shown=shown)


def game_played(server: Server, shown: Shown) -> Game[Any, Any] | None:
    """Find the game, with the variant that is played there, as far as it is known here."""
    game = catalogue().get(shown.game)
    if game is None or shown.variant is None:
        return game
    try:
        return with_variant(server.variant(shown.id), "variant", find_game)
    except Refused:  # the server is of another version, and its variant does not fit here
        return game


# -- who and what ---------------------------------------------------------------------------------


def titled(game: Game[Any, Any] | None, shown: Shown) -> list[str]:
    """Say what is played: the game, and what is not as usual."""
    if game is None:
        return [shown.game]
    try:
        return [game.title, *what_is_played(game, shown.options, seats_at(shown))]
    except Refused:  # the server is of another version
        return [game.title]


def seats_at(shown: Shown) -> int:
    """Count the seats of players."""
    return sum(place.role.startswith("P") for place in shown.seats)


def names_at(shown: Shown) -> list[str]:
    """Say what the seats are called there, where there are several."""
    names = [place.called for place in shown.seats if place.role.startswith("P")]
    return names if len(names) > 1 and all(names) else []


def words_at(game: Game[Any, Any], shown: Shown) -> Words:
    """Give a game's words, in which the seats are called as they are there."""
    names = names_at(shown)
    return game.words.calling(names) if names else game.words


def log_of(shown: Shown) -> tuple[str, ...]:
    """Tell what has happened, and whose each line is."""
    seats, names = seats_at(shown), names_at(shown)
    return tuple(
        of_seat(line, int(role[1:]) - 1 if role else None, seats, names)
        for line, role in zip_longest(shown.log, shown.whose)
    )


def waited_for(shown: Shown) -> str:
    """Say who is waited for, as far as that may be known."""
    if shown.waits:
        free = [called(place) for place in shown.seats if place.state == "free"]
        return f"The table waits until every seat is taken: {'; '.join(free)}."
    asked = [called(place) for place in shown.seats if place.asked]
    return f"{asked[0]} is asked." if asked else "Somebody is waited for."


def pleaded(plea: Plea) -> str:
    """Say who wants to take an answer back."""
    waits = "" if plea.asked else "; others have yet to agree"
    return f"{plea.name} wants to take the last answer back{waits}."


def outcome_of(game: Game[Any, Any] | None, shown: Shown) -> str:
    """Say how it came out."""
    outcome = shown.outcome or {}
    name = str(outcome.get("name", ""))
    scores = outcome.get("scores", ())
    title = game.words.title(name) if game else name
    if len(scores) == 1:
        return f"{title}; score {scores[0]:g}"
    told = [f"{called(place)} {score:g}" for place, score in zip(shown.seats, scores, strict=False)]
    winners = [called(shown.seats[seat]) for seat in outcome.get("winners", ())]
    return "; ".join([title, f"won by {' and '.join(winners) or 'nobody'}", ", ".join(told)])


def kept(address: Address) -> str:
    """Say how to come back."""
    how = "To look on again" if address.kind == "watch" else "Your seat is kept"
    return f"{how}: undercroft join {address}"


# -- answers --------------------------------------------------------------------------------------


def asked_of(shown: Shown) -> Asked | None:
    """Give the open question, if it is one's own."""
    question = shown.question
    return question if question and question.yours and not shown.waits else None


def chosen(question: Asked, typed: str) -> str:
    """Find the answer that is meant: by its number, its word, or how that begins."""
    options = [option.answer for option in question.options]
    if question.fate and not options:
        return typed
    if typed.isdecimal() and options:
        number = int(typed[:9])
        if not 1 <= number <= len(options):
            raise IllegalAnswer(f"there is no option {number}: type 1 to {len(options)}")
        return options[number - 1]
    wanted = bare(typed)
    found = [answer for answer in options if bare(answer) == wanted]
    begun = [answer for answer in options if wanted and bare(answer).startswith(wanted)]
    if len(found or begun) != 1:
        raise IllegalAnswer(f"{typed[:40]!r} is not open; expected one of: {', '.join(options)}")
    return (found or begun)[0]


def hinted(hint: Hint, question: Asked | None) -> tuple[int | None, str]:
    """Find the option that a hint is for, and say it; `None`: there is none."""
    if question is None:
        return None, NOTHING_ASKED
    if question.fate:
        return None, FATES
    answers = [option.answer for option in question.options]
    if hint.answer not in answers:
        return None, "No hint for this."
    at = answers.index(hint.answer)
    return at, f"The bot {hint.bot!r} would take {at + 1}, {hint.answer}."
