"""What is told (section 13): every event, with its fields, at its moment."""

import re
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.games.tomb.builders import (
    a_match,
    a_tomb,
    arrange,
    play,
    rows_of,
    section,
    story,
    told,
)
from undercroft.core.events import Event
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.records.journal import follow
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import ROWS
from undercroft.games.tomb.events import GameBegan, TombEvent
from undercroft.games.tomb.rules import lay, setup

LISTED = {row[0].strip("`"): row[1] for row in rows_of(section("Events"))}


def test_the_events_are_those_of_the_table() -> None:
    assert {event.__struct_config__.tag for event in GAME.events} == set(LISTED)


@pytest.mark.parametrize("event", GAME.events, ids=lambda event: event.__struct_config__.tag)
def test_an_event_has_the_fields_of_the_table(event: type[Event]) -> None:
    listed = re.sub(r"\(.*?\)", "", LISTED[str(event.__struct_config__.tag)])
    names = [name.strip() for name in listed.split(",") if name.strip() != "-"]
    fields = [field.name for field in msgspec.structs.fields(event)]
    assert [name for name in names if name not in fields] == []
    assert ("seat" in fields and "turn" in fields) == issubclass(event, TombEvent)


class Told(NamedTuple):
    """An event as it is written, in the turn that brings it about."""

    line: str
    script: str
    start: dict[str, Any] = {}  # noqa: RUF012 (read only)


DEADLY = "draw deck: 10d\ndraw deck: 2c"
DROP = "draw deck: kd\ndraw deck: 8s\nP1 face: drop:9d"
DISCARDS = "draw deck: 9c\ndraw deck: 7d\ndraw deck: ah\ndraw deck: kh"
LAST = {"torches": "ah ad ac"}
SCROLL = {"torches": "ah ad ac", "hand": "joker"}
READ = "draw deck: as\nP1 torch: read-scroll\ndraw deck: 10s\ndraw deck: qs"

EACH_EVENT = {
    "way-chosen": Told("deeper 3", "P1 next: deeper\ndraw deck: qs\ndraw deck: 2s", {"delved": 3}),
    "turned-back": Told("3 2", "P1 next: turn-back\ndraw deck: qs\ndraw deck: 2s", {"delved": 3}),
    "turn-began": Told("retreat 2", "draw deck: qs\ndraw deck: 2s", {"delved": 4, "retreated": 1}),
    "card-turned": Told("qs favour 43", "draw deck: qs\ndraw deck: 2s"),
    "torch-burnt": Told("ah 1 discard", DISCARDS),
    "last-torch": Told("as turn yes", READ, SCROLL),
    "scroll-read": Told("as", READ, SCROLL),
    "skill-gained": Told("jh dodge", "draw deck: jh\ndraw deck: 2s\ndraw deck: 3s"),
    "favour-granted": Told("qs 1 no", "draw deck: 10s\ndraw deck: qs"),
    "hoard-found": Told("kd", DROP, {"hand": "9d"}),
    "scroll-found": Told("", "draw deck: joker\ndraw deck: 2s\ndraw deck: 3s"),
    "encounter-met": Told("door 9c 9 no", DISCARDS),
    "action-tried": Told("7d 7 9 no", DISCARDS),
    "blow-struck": Told("trap 8 yes", DEADLY, {"showing": 9}),
    "blow-dodged": Told("8", DEADLY + "\nP1 blow: dodge", {"hand": "jh"}),
    "wounded": Told("8 2 1", DEADLY),
    "skill-played": Told("jd disarm trap", "draw deck: 9d\nP1 face: disarm", {"hand": "jd"}),
    "treasure-dropped": Told("9d 9 8", DROP, {"hand": "9d"}),
    "door-held": Told("9c 2", DISCARDS),
    "card-discarded": Told("kh 2 2", DISCARDS),
    "encounter-won": Told("monster 10s favour", "draw deck: 10s\ndraw deck: qs"),
    "encounter-failed": Told("door 9c", DISCARDS),
    "monster-evaded": Told("8s 9d", DROP, {"hand": "9d"}),
    "treasure-collected": Told("kd+2d 12", "draw deck: kd\ndraw deck: 2d\ndraw deck: 3s"),
    "treasure-left": Told("2d", "draw deck: 2d\ndraw deck: 3d\nP1 leave: leave:2d"),
    "treasure-forfeited": Told("kd 10", DROP, {"hand": "9d"}),
    "turn-ended": Told("evaded kd+8s+9d", DROP, {"hand": "9d"}),
    "player-died": Told("2c trap kd", DEADLY, {"hand": "kd", "showing": 3}),
    "player-lost": Told("as -", "draw deck: as", LAST),
    "player-out": Told("1", "P1 next: turn-back", {"delved": 1}),
    "game-scored": Told(
        "escaped 1 10 1/10 1000", "P1 next: turn-back", {"delved": 1, "hand": "kd"}
    ),
}


@pytest.mark.parametrize("id", EACH_EVENT)
def test_an_event_is_told_with_what_happened(id: str) -> None:
    case = EACH_EVENT[id]
    lines = told(a_tomb(**case.start), case.script).split("\n")
    assert f"{id} {case.line}".strip() in lines


def test_every_event_has_its_own_test() -> None:
    apart = {"game-began", "series-scored", "duel-scored", "match-scored"}
    assert set(EACH_EVENT) | apart == set(LISTED)


def test_game_began_tells_the_options_to_each_seat() -> None:
    options, seats = GAME.read_options({"start-hp": 8}, 2)
    match = lay(options, ROWS, seats)
    heard: list[Event] = []
    match.attend(heard)
    follow(setup(match), "")
    assert heard == [GameBegan(seat, 1, 1, options) for seat in (0, 1)]


# -- moments and their order ----------------------------------------------------------------------


def test_the_walkthrough_turn_eight() -> None:
    tomb = a_tomb("8d jh ks 3d kd joker 6d kc", showing=5, delved=7)
    assert told(
        tomb,
        """
        P1 next: turn-back
        draw deck: 7s
        P1 face: draw
        draw deck: 2s
        P1 blow: dodge
        P1 face: drop:8d
        """,
    ) == story(
        """
        way-chosen turn-back 7
        turned-back 7 6
        turn-began retreat 6
        card-turned 7s encounter 35
        encounter-met monster 7s 7 no
        card-turned 2s action 34
        action-tried 2s 2 7 no
        blow-struck monster 5 yes
        blow-dodged 5
        treasure-dropped 8d 8 7
        monster-evaded 7s 8d
        turn-ended evaded 7s+2s+8d
        """
    )


def test_a_card_is_told_before_what_it_brings_about() -> None:
    assert told(
        a_tomb(),
        """
        draw deck: ah
        draw deck: jc
        draw deck: kd
        draw deck: joker
        draw deck: qs
        draw deck: qd
        draw deck: 5d
        """,
    ) == story(
        """
        turn-began delve 1
        card-turned ah torch 43
        torch-burnt ah 1 turn
        card-turned jc skill 42
        skill-gained jc pick-lock
        card-turned kd hoard 41
        hoard-found kd
        card-turned joker scroll 40
        scroll-found
        card-turned qs favour 39
        favour-granted qs 1 yes
        card-turned qd favour 38
        favour-granted qd 2 yes
        card-turned 5d encounter 37
        encounter-met trap 5d 5 yes
        encounter-won trap 5d favour
        treasure-collected kd+joker+5d 21
        turn-ended won qs+qd
        """
    )


def test_a_door_that_holds_tells_every_discard_aces_included() -> None:
    assert told(
        a_tomb("joker jc", torches="ah ad", delved=3, retreated=0),
        """
        draw deck: 9c
        P1 face: draw
        draw deck: 5d
        P1 lock: discard
        draw deck: ac
        draw deck: jh
        draw deck: as
        P1 torch: read-scroll
        draw deck: 2s
        """,
    ) == story(
        """
        turn-began retreat 2
        card-turned 9c encounter 39
        encounter-met door 9c 9 no
        card-turned 5d action 38
        action-tried 5d 5 9 no
        door-held 9c 4
        card-turned ac discard 37
        torch-burnt ac 3 discard
        card-turned jh discard 36
        card-discarded jh 2 4
        card-turned as discard 35
        last-torch as discard yes
        scroll-read as
        card-turned 2s discard 35
        card-discarded 2s 4 4
        encounter-failed door 9c
        treasure-forfeited 5d 5
        turn-ended failed 9c+5d
        """
    )


def test_a_door_picked_late_is_won_by_the_skill() -> None:
    lines = told(
        a_tomb("jc"), "draw deck: 9c\nP1 face: draw\ndraw deck: 5d\nP1 lock: pick-lock"
    ).split("\n")
    assert lines[-5:] == [
        "action-tried 5d 5 9 no",
        "skill-played jc pick-lock door",
        "encounter-won door 9c pick-lock",
        "treasure-collected 5d 5",
        "turn-ended won 9c+jc",
    ]


def test_all_treasure_tells_what_is_left_before_what_is_collected() -> None:
    script = "draw deck: kd\ndraw deck: 2d\ndraw deck: 3d\nP1 leave: leave:kd"
    assert told(a_tomb(), script).split("\n")[-4:] == [
        "encounter-won trap 2d action",
        "treasure-left kd",
        "treasure-collected 2d+3d 5",
        "turn-ended won kd",
    ]


def test_death_ends_the_story_in_mid_turn() -> None:
    script = "draw deck: 10s\nP1 face: draw\ndraw deck: 7s"
    assert told(a_tomb("kd", showing=3), script).split("\n")[-4:] == [
        "blow-struck monster 3 yes",
        "wounded 3 0 0",
        "player-died 7s monster kd",
        "game-scored dead 0 0 0/0 0",
    ]


def test_darkness_ends_the_story_in_mid_turn() -> None:
    script = "draw deck: 10s\nP1 face: draw\ndraw deck: as"
    assert told(a_tomb("kd", torches="ah ad ac"), script).split("\n")[-4:] == [
        "card-turned as torch 38",
        "last-torch as turn no",
        "player-lost as kd",
        "game-scored lost 0 0 0/0 0",
    ]


def test_daylight_comes_after_the_last_turn() -> None:
    script = "draw deck: qs\ndraw deck: 10d"
    assert told(a_tomb("ks kd kc kh", delved=2, retreated=0), script).split("\n")[-4:] == [
        "treasure-collected 10d 10",
        "turn-ended won qs",
        "player-out 3",
        "game-scored won 4 50 4/50 5000",
    ]


def test_turning_back_at_once_begins_no_turn() -> None:
    assert told(a_tomb(delved=1), "P1 next: turn-back") == story(
        """
        way-chosen turn-back 1
        turned-back 1 0
        player-out 1
        game-scored escaped 0 0 0/0 0
        """
    )


def test_lenient_discards_tell_of_a_skill_gained() -> None:
    script = "draw deck: 4c\ndraw deck: 3s\ndraw deck: jh"
    lines = told(a_tomb(lenient_discards=True), script).split("\n")
    at = lines.index("card-turned jh discard 41")
    assert lines[at + 1 : at + 3] == ["skill-gained jh dodge", "encounter-failed door 4c"]


def test_events_carry_seat_and_turn() -> None:
    match = a_match(2)
    arrange(match.tombs[1], delved=4, retreated=1)
    heard: list[Event] = []
    match.attend(heard)
    play(match, "draw deck-1: qs\ndraw deck-1: 2s\n\ndraw deck-2: qs\ndraw deck-2: 2s")
    carried = {(event.seat, event.turn) for event in heard if isinstance(event, TombEvent)}
    assert carried == {(0, 1), (1, 6)}


# -- series, duels, audiences ---------------------------------------------------------------------


def played_out(options: dict[str, object], seats: int) -> Play:
    play = Play(GAME, options, seats, Seeded("events"))
    while play.question:
        play.answer(play.question.choices[-1])
    return play


def test_a_series_is_told_game_by_game_and_scored_at_the_end() -> None:
    ids = [event.id for event in played_out({"mode": "series", "games": 5}, 1).events]
    assert (ids.count("game-began"), ids.count("game-scored")) == (5, 5)
    assert (ids.count("series-scored"), ids[-1]) == (1, "series-scored")


def test_a_match_scores_each_duel_and_then_itself() -> None:
    ids = [event.id for event in played_out({"games": 3}, 2).events]
    assert (ids.count("game-scored"), ids.count("duel-scored")) == (6, 3)
    assert ids[-2:] == ["duel-scored", "match-scored"]
    nexts = [ids[at + 1] for at, id in enumerate(ids) if id == "duel-scored"]
    assert nexts == ["game-began", "game-began", "match-scored"]


def test_on_own_decks_everybody_hears_everything() -> None:
    play = played_out({}, 2)
    assert play.events_for(0) == play.events_for(1) == play.events_for(None) == play.events


@pytest.mark.parametrize("order", ["alternate", "one-by-one"])
def test_on_the_same_deal_each_seat_hears_its_own_game_and_the_settlement(order: str) -> None:
    play = played_out({"deal": "same", "duel-order": order}, 2)
    for seat in (0, 1):
        heard = play.events_for(seat)
        assert {event.seat for event in heard if isinstance(event, TombEvent)} == {seat}
        assert [event.id for event in heard][-3:] == ["game-scored", "duel-scored", "match-scored"]
    assert [event.id for event in play.events_for(None)] == ["duel-scored", "match-scored"]
