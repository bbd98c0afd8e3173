"""The seats at an online table: who has them, and what can be done about that."""

from collections.abc import Iterable, Sequence

from undercroft.core.errors import BadOption
from undercroft.protocol import PlayShown, SeatShown
from undercroft.terminal.client import Offer
from undercroft.terminal.telling import called, is_player
from undercroft.terminal.typed import bare
from undercroft.terminal.words import say


def own_seats(shown: PlayShown) -> list[SeatShown]:
    """List one's own seats; a spectator has none."""
    return [seat for seat in shown.seats if seat.yours]


def named(who: str, seats: Iterable[SeatShown]) -> SeatShown | None:
    """Find the seat that somebody means: by its role or number, or by a name."""
    wanted, seats = bare(who), list(seats)
    by_role = [it for it in seats if wanted in (bare(it.role), it.role[1:])]
    by_name = [it for it in seats if wanted and wanted in (bare(it.called), bare(it.name))]
    return next(iter(by_role + by_name), None)


def role_meant(who: str, seats: Sequence[SeatShown], default: Sequence[SeatShown]) -> str:
    """Find the seat that somebody means; unnamed, the first of the default ones."""
    seat = named(who, seats) if who else next(iter(default), None)
    if seat is None:
        names = [seat.name or seat.role for seat in seats]
        raise BadOption(say("refused.nobody-there", who=who[:40], names=names))
    return seat.role


def state_of(seat: SeatShown) -> str:
    """Say who has a seat: you, somebody here or away, a bot."""
    state = "you" if seat.yours else "away" if seat.stands_in else seat.state
    who = say("seat.state", state=state)
    return say("seat.relieved", who=who) if seat.stands_in else who


def is_time_up(shown: PlayShown) -> bool:
    """Whether another player has used up the time for an answer."""
    asked = any(seat.asked and not seat.yours for seat in shown.seats)
    return asked and shown.due == 0 and shown.outcome is None and bool(own_seats(shown))


def offers(shown: PlayShown) -> list[Offer]:
    """List what can be done now about those at the table, oneself included."""
    own = [seat for seat in own_seats(shown) if is_player(seat)]
    if not own or shown.waits:
        return []
    if shown.outcome is not None:
        same = [Offer(say("offers.same"), "rematch same")] if shown.seed else []
        return [Offer(say("offers.rematch", alone=shown.alone), "rematch"), *same]
    listed = [Offer(say("offers.hurry"), "hurry")] if is_time_up(shown) else []
    for seat in shown.seats:
        name = seat.name or called(seat)
        word = name if named(name, shown.seats) == seat else seat.role
        if seat.may_relieve:
            listed.append(Offer(say("offers.relieve", name=name), f"bot {word}"))
        elif seat.yours and seat.stands_in:
            listed.append(Offer(say("offers.back", name=name), f"back {word}"))
        elif seat in own and not shown.alone:
            listed.append(Offer(say("offers.leave", name=name), f"bot {word}"))
    if shown.alone:
        listed.append(Offer(say("offers.give-up"), "give up"))
    return listed


def told_of(before: PlayShown, shown: PlayShown) -> list[str]:
    """Tell for whom a bot plays now, and who is back."""
    was = {seat.role: seat.stands_in for seat in before.seats}
    lines = []
    for seat in shown.seats:
        if was.get(seat.role, seat.stands_in) == seat.stands_in:
            continue
        told = "seat.bot-plays" if seat.stands_in else "seat.is-back"
        lines.append(say(told, yours=seat.yours, name=seat.name or called(seat)))
    return lines


def waited_for(shown: PlayShown) -> str:
    """Say whom the table waits for, as far as that may be known."""
    if shown.waits:
        free = [called(seat) for seat in shown.seats if seat.state == "free"]
        return say("waiting.seats", free="; ".join(free))
    asked = [called(seat) for seat in shown.seats if seat.asked]
    return say("waiting.one", name=asked[0]) if asked else say("waiting.another")
