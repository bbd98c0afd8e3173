"""The options and presets (section 9)."""

import re
from typing import Any

import pytest

from tests.games.tomb.builders import a_match, a_tomb, asked, names, play, result, rows_of, section
from undercroft.core.errors import BadOption
from undercroft.core.fates import Seeded
from undercroft.core.options import written
from undercroft.core.play import Play
from undercroft.games.tomb import GAME
from undercroft.games.tomb.view import view


def listed_values(cell: str) -> list[str]:
    """Read `10; 9, 8` or `own`, `same`: the default, then the others."""
    return re.findall(r"[\w-]+", cell.replace("0-100", "0 100").replace("`", ""))


@pytest.mark.parametrize(
    ("name", "cell"), [(row[0], row[1]) for row in rows_of(section("Options"))]
)
def test_the_options_are_those_of_the_table(name: str, cell: str) -> None:
    specs = {f"`{spec.name}`": spec for spec in GAME.option_specs}
    assert set(specs) == {row[0] for row in rows_of(section("Options"))}
    spec = specs[name]
    default, *others = listed_values(cell)
    if spec.choices is None:
        assert (spec.default, spec.least, spec.most) == (int(default), *map(int, others))
        return
    assert sorted(map(written, spec.choices)) == sorted([default, *others])
    solo = GAME.read_options({})[0]
    assert written(getattr(solo, spec.name.replace("-", "_"))) == default


@pytest.mark.parametrize(
    ("seats", "given", "mode", "games"),
    [
        (1, {}, "solo", 1),
        (1, {"mode": "series"}, "series", 3),
        (1, {"mode": "series", "games": 10}, "series", 10),
        (2, {}, "duel", 1),
        (2, {"games": 5}, "duel", 5),
    ],
)
def test_mode_and_games_follow_from_each_other(
    seats: int, given: dict[str, object], mode: str, games: int
) -> None:
    options, _ = GAME.read_options(given, seats)
    assert (options.mode, options.games) == (mode, games)


@pytest.mark.parametrize(
    ("seats", "given"),
    [
        (1, {"mode": "duel"}),
        (2, {"mode": "solo"}),
        (2, {"mode": "series"}),
        (1, {"games": 3}),
        (1, {"mode": "series", "games": 1}),
        (1, {"games": 2}),
        (1, {"start-hp": 5}),
        (1, {"start-torches": 3}),
        (1, {"min-delve": 3}),
        (1, {"scroll": "column"}),
        (3, {}),
    ],
)
def test_what_does_not_go_together_is_refused(seats: int, given: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        GAME.read_options(given, seats)


def test_min_delve_2_goes_deeper_unasked_after_the_first_turn() -> None:
    tomb = a_tomb(min_delve=2)
    play(
        tomb,
        """
        draw deck: 2s
        draw deck: 2c

        draw deck: 3s
        draw deck: 3c
        """,
    )
    assert tomb.delve_done == 2
    assert asked(tomb) == "next deeper turn-back"


@pytest.mark.parametrize("start_hp", [9, 8, 7, 6])
def test_start_hp_turns_the_cards_above_at_setup(start_hp: int) -> None:
    tomb = a_tomb(start_hp=start_hp)
    assert (tomb.showing, tomb.hit_points) == (start_hp, start_hp - 1)
    play(tomb, "draw deck: 10d\ndraw deck: 2c")
    assert (tomb.result == result("dead")) == (start_hp < 10)


@pytest.mark.parametrize(("start_torches", "burnt"), [(1, "ah"), (2, "ah ad")])
def test_start_torches_burn_from_the_beginning(start_torches: int, burnt: str) -> None:
    tomb = a_tomb(start_torches=start_torches)
    assert names(tomb.torches) == burnt
    assert len(tomb.deck) == 44 - start_torches
    assert not {card.id for card in tomb.deck} & set(burnt.split())


def test_scroll_in_hand_can_be_read_from_the_beginning() -> None:
    tomb = a_tomb(torches="ah ad ac", scroll="hand")
    assert names(tomb.hand) == "joker"
    assert len(tomb.deck) == 40
    assert asked(tomb, "draw deck: as") == "torch read-scroll let-it-burn"


def test_without_a_scroll_the_joker_is_nowhere() -> None:
    tomb = a_tomb(scroll="none")
    assert len(tomb.deck) == 43
    assert "joker" not in names([*tomb.deck, *tomb.hand])


def test_lenient_discards_leave_the_jacks_to_the_hand() -> None:
    tomb = a_tomb(lenient_discards=True)
    play(
        tomb,
        """
        draw deck: 9c
        draw deck: 4s
        draw deck: jc
        draw deck: kd
        draw deck: jh
        draw deck: joker
        draw deck: qs
        """,
    )
    assert (names(tomb.hand), names(tomb.discards)) == ("jc jh", "kd joker qs")


@pytest.mark.parametrize("aid", [False, True])
def test_card_count_aid_is_for_both_seats_or_neither(aid: bool) -> None:
    match = a_match(2, card_count_aid=aid)
    assert [view(match, seat).card_count_aid for seat in (0, 1)] == [aid, aid]


@pytest.mark.parametrize("option", ["chronicle", "card-count-aid"])
def test_n1_the_chronicle_and_the_aid_change_no_rule(option: str) -> None:
    def lines(value: str) -> list[str]:
        play = Play(GAME, {option: value}, fates=Seeded("same story"))
        while play.question:
            play.answer(play.question.choices[0])
        return play.lines

    assert lines("on") == lines("off")


@pytest.mark.parametrize(
    ("preset", "changed"),
    [
        ("standard", {}),
        ("lantern", {"scroll": "hand"}),
        ("ordeal", {"start-hp": "8", "start-torches": "1"}),
    ],
)
def test_presets_change_what_they_say(preset: str, changed: dict[str, Any]) -> None:
    options, _ = GAME.read_options({}, preset=preset)
    basics = {"mode": "solo", "games": "1"}
    assert {**basics, **options.given()} == {**basics, **changed}
    assert set(GAME.presets) == {"standard", "lantern", "ordeal"}


def test_an_ordeal_begins_with_eight_showing_and_a_torch_burnt() -> None:
    tomb = a_match(preset="ordeal").tombs[0]
    assert (tomb.showing, names(tomb.torches)) == (8, "ah")


def test_options_go_with_the_same_deal() -> None:
    """D-7 counts from the smaller deck when cards were taken out of it."""
    match = a_match(2, deal="same", start_torches=2, scroll="none")
    play(match, "draw deck: 2s\ndraw deck: 2c")
    play(match, "")
    assert [names(tomb.stacks[0]) for tomb in match.tombs] == ["2s 2c", "2s 2c"]
