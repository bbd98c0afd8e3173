"""Components and setup (sections 2 to 4)."""

import re

from tests.games.tomb.builders import a_match, a_tomb, names, play, rows_of, section
from undercroft.core.fates import Scripted, Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Fate
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import CARDS, ROWS, TREASURE
from undercroft.games.tomb.rules import turn

COMPONENTS, PER_CARD = (rows_of(part) for part in section("Components").split("Deck = "))
KINDS = {
    "go-berserk": "skill",
    "disarm-mechanism": "skill",
    "pick-lock": "skill",
    "dodge-blow": "skill",
    "divine-favour": "favour",
    "tomb-hoard": "hoard",
    "scroll-of-light": "scroll",
}


def test_r1_the_cards_are_those_of_the_components_table() -> None:
    """All but the hearts 2 to 10, which are no more than a counter."""
    groups = {group.strip("`"): ids.split() for group, ids, *_ in COMPONENTS}
    assert groups.pop("hit-point") == [f"{n}h" for n in range(10, 1, -1)]
    assert {card.id: card.kind for card in CARDS} == {
        id: KINDS.get(group, group) for group, ids in groups.items() for id in ids
    }
    assert [int(row[2]) for row in COMPONENTS] == [len(row[1].split()) for row in COMPONENTS]
    assert len(CARDS) == len(ROWS) == 44


def test_r1_each_skill_has_its_suit() -> None:
    for jack, skill, encounter in (
        ("js", "berserk", "9s"),
        ("jd", "disarm", "9d"),
        ("jc", "pick-lock", "9c"),
    ):
        tomb = a_tomb("js jd jc jh")
        play(tomb, f"draw deck: {encounter}\nP1 face: {skill}")
        assert jack not in names(tomb.hand)


def test_r41_the_joker_is_the_scroll_and_no_jack() -> None:
    assert ROWS["joker"].kind == "scroll"
    assert (ROWS["joker"].worth, ROWS["joker"].kind in TREASURE) == (6, True)
    assert {card.id for card in CARDS if card.kind == "skill"} == {"js", "jd", "jc", "jh"}


def test_numbers_and_worth_are_those_of_the_table() -> None:
    for card in CARDS:
        number = re.match(r"\d+", card.id)
        assert card.number == (int(number[0]) if number else 0), card.id
        worth = {"trap": card.number, "hoard": 10, "scroll": 6}.get(card.kind, 0)
        assert (card.worth, card.kind in TREASURE) == (worth, worth > 0), card.id
    assert sum(card.worth for card in CARDS) == 100
    assert len(PER_CARD) == 5


def test_u1_ten_shows_and_nine_hit_points_are_left() -> None:
    tomb = a_match().tombs[0]
    assert (tomb.showing, tomb.hit_points, tomb.turned) == (10, 9, 0)


def test_u2_any_of_the_44_cards_may_come_first() -> None:
    first = next(turn(a_match()))
    assert isinstance(first, Fate)
    assert first.label == "draw deck"
    assert sorted(map(str, first.outcomes)) == sorted(ROWS)
    assert len(first.outcomes) == 44


def test_u2_a_deck_shuffled_in_advance_plays_like_one_drawn_from() -> None:
    drawn = Play(GAME, fates=Seeded("u2"))
    while drawn.question:
        drawn.answer(drawn.question.choices[0])
    deck = " ".join(line.split()[-1] for line in drawn.lines if line.startswith("draw"))
    shuffled = Play(GAME, fates=Scripted(deck=deck))
    while shuffled.question:
        shuffled.answer(shuffled.question.choices[0])
    assert shuffled.events == drawn.events


def test_u3_all_else_is_empty_and_the_first_question_is_the_first_card() -> None:
    match = a_match()
    tomb = match.tombs[0]
    places = (tomb.torches, tomb.hand, tomb.discards, tomb.stacks, tomb.column, tomb.scrolls_read)
    assert not any(places)
    assert (tomb.phase, tomb.delve_done, tomb.retreat_done) == ("delve", 0, 0)
    assert next(turn(match)).label == "draw deck"
