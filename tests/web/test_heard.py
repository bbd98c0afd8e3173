"""What a page has been told is kept up to date, and not gathered anew at each step."""

from typing import Any

import pytest

from undercroft.core.events import Event
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue
from undercroft.web.live.viewing.screens import Heard


def played(game: str, seats: int) -> list[Event]:
    """Give the events of a game in which everyone takes the first option."""
    play = Play(catalogue()[game], seats=seats, fates=Seeded("heard"))
    for _ in range(200):
        if isinstance(play.question, Decision):
            play.answer(play.question.options[0])
    return play.events


class Counting(list[Any]):
    """A list that counts what is taken out of it."""

    taken = 0

    def __getitem__(self, key: Any) -> Any:
        """Take a slice."""
        found = super().__getitem__(key)
        self.taken += len(found)
        return found


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_seat_hears_what_is_for_it_and_each_event_is_looked_at_once(seat: int | None) -> None:
    events = Counting(played("labyrintheus", 2))
    assert any(event.to is not None for event in events)
    heard = Heard(events, seat)
    for told in (0, 3, 3, 40, len(events)):
        expected = [event for n, event in enumerate(events) if n < told and event.is_for(seat)]
        assert list(heard.to(told)) == expected
    assert events.taken == len(events)
