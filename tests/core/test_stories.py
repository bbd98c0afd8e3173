from itertools import pairwise
from tomllib import loads

from undercroft.core.events import Event
from undercroft.core.language.stories import Teller
from undercroft.core.language.words import Words

WORDS = Words(
    loads("""
[chronicle]
rain-fell = ["it rained for {hours:hour|hours}.", "rain, {hours:hour|hours} of it.", "wet again."]
""")
)


class RainFell(Event, frozen=True):
    hours: int


class DayBroke(Event, frozen=True):
    pass


class Diary(Teller):
    openers = frozenset({"day-broke"})


def days(count: int) -> list[Event]:
    return [event for _ in range(count) for event in (DayBroke(), RainFell(1), RainFell(2))]


def test_a_story_has_a_paragraph_for_each_opening_in_which_something_happened():
    told = Diary(WORDS, "key").story([DayBroke(), *days(2), DayBroke()])
    assert len(told) == 2
    assert all(paragraph[0].isupper() for paragraph in told)


def test_the_same_key_tells_the_same_story_and_another_key_another():
    stories = {key: Diary(WORDS, key).story(days(9)) for key in "abcdef"}
    assert stories["a"] == Diary(WORDS, "a").story(days(9))
    assert len(set(map(str, stories.values()))) > 1


def test_no_wording_comes_twice_in_a_row_and_all_come_at_first():
    teller = Diary(WORDS, "rose")
    picked = []
    for event in days(20):
        teller.hear(event)
        if isinstance(event, RainFell):
            picked.append(max(teller.used, key=teller.used.__getitem__))
    assert len(set(picked[:3])) == 3
    assert all(one != other for one, other in pairwise(picked))
