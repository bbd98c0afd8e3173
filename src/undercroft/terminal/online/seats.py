"""Those at a server's table: how they are called, and what can be done about them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from undercroft.core.errors import BadOption, Refused
from undercroft.terminal.online.server import Place, Server, Shown
from undercroft.terminal.plain.table import LEAVE
from undercroft.terminal.typed import bare

Deed: TypeAlias = Callable[[str, int], Shown]
"""Changes a play, by its id and the entry that it is at."""


READING: Final = frozenset(  # what whoever looks on can type, too
    {"c", "story", "chronicle", "l", "log", "t", "table", "w", "who", "help", "?", "rule", "rules"}
    | {"talk", "mute", "unmute", *LEAVE}
)


class Doing(NamedTuple):
    """Something that can be done at a table besides answering."""

    text: str
    words: str  # as they are typed


def called(place: Place) -> str:
    """Call a seat what people call it."""
    seat = f"Player {place.role[1:]}" if place.role.startswith("P") else place.role.capitalize()
    return f"{seat}, {place.name}" if place.name else seat


def own_seats(shown: Shown) -> list[Place]:
    """List one's own seats."""
    return [place for place in shown.seats if place.yours]


def looks_on(shown: Shown) -> bool:
    """Whether somebody only looks on."""
    return not own_seats(shown)


def check_seated(words: Sequence[str], shown: Shown) -> None:
    """Refuse what only those who play can do, to whoever looks on."""
    if looks_on(shown) and not READING.intersection(words[:1]):
        raise Refused("you look on; only those who play can do that")


def named(who: str, places: Iterable[Place]) -> Place | None:
    """Find the seat that somebody means: by its role or number, or by a name."""
    wanted, places = bare(who), list(places)
    by_role = [it for it in places if wanted in (bare(it.role), it.role[1:])]
    by_name = [it for it in places if wanted and wanted in (bare(it.called), bare(it.name))]
    return next(iter(by_role + by_name), None)


def role_meant(who: str, places: Sequence[Place], usual: Sequence[Place]) -> str:
    """Find the seat that somebody means; unnamed, the first of those that are usually meant."""
    place = named(who, places) if who else next(iter(usual), None)
    if place is None:
        names = ", ".join(place.name or place.role for place in places)
        raise BadOption(f"there is no {who[:40]!r} here; expected one of: {names}")
    return place.role


def state_of(place: Place) -> str:
    """Say who sits on a seat: you, somebody here or away, a bot."""
    you = "you" if place.yours else ""
    if place.stands_in:
        return f"{you or 'away'}; the bot {place.bot} plays on"
    return you or place.state


def is_time_up(shown: Shown) -> bool:
    """Whether somebody else has used up the time for an answer."""
    asked = any(place.asked and not place.yours for place in shown.seats)
    return asked and shown.due == 0 and shown.outcome is None and not looks_on(shown)


def doings(shown: Shown) -> list[Doing]:
    """List what can be done now about those at the table, oneself included."""
    own = [place for place in own_seats(shown) if place.role.startswith("P")]
    if not own or shown.waits:
        return []
    if shown.outcome is not None:
        again = "Play again" if shown.alone else "Play again, with the same people"
        same = [Doing("Play the same deal again, for practice", "again same")]
        return [Doing(again, "again"), *(same if shown.seed else [])]
    listed = [Doing("Time is up: let a bot answer once", "hurry")] if is_time_up(shown) else []
    for place in shown.seats:
        name = place.called or place.name or place.role
        word = name if named(name, shown.seats) == place else place.role
        if place.may_relieve:
            listed.append(Doing(f"Let a bot play on for {name}", f"bot {word}"))
        elif place.yours and place.stands_in:
            listed.append(Doing(f"Take the seat of {name} back", f"back {word}"))
        elif place in own and not shown.alone:
            listed.append(Doing(f"Let a bot play for {name} until you come back", f"bot {word}"))
    if shown.alone:
        listed.append(Doing("Give up: the play ends here, without a score", "give up"))
    return listed


def deed(words: Sequence[str], shown: Shown, server: Server) -> Deed | None:
    """Find what some words do about those at the table; `None`: they mean something else."""
    own = own_seats(shown)
    relieved = [place for place in own if place.stands_in]
    match words:
        case ["bot", *who]:
            role = role_meant(" ".join(who), shown.seats, own)
            return lambda play, _: server.relieve(play, role)
        case ["back", *who] if relieved:
            role = role_meant(" ".join(who), relieved, relieved)
            return lambda play, _: server.come_back(play, role)
        case ["back"] if shown.question is None or not shown.question.yours:
            raise Refused("no bot plays for you")
        case ["hurry"]:
            return server.hurry
        case ["give", "up"]:
            return lambda play, _: server.give_up(play)
    return None


def told_of(before: Shown, shown: Shown) -> list[str]:
    """Tell for whom a bot plays now, and who is back."""
    was = {place.role: place.stands_in for place in before.seats}
    lines = []
    for place in shown.seats:
        if was.get(place.role, place.stands_in) == place.stands_in:
            continue
        name = "you" if place.yours else place.called or called(place)
        if place.stands_in:
            lines.append(f"The bot {place.bot} plays for {name} now.")
        else:
            lines.append("Your seat is yours again." if place.yours else f"{name} is back.")
    return lines
