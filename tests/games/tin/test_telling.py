"""Words, the table as text, and the chronicle."""

import random

import pytest

from tests.games.tin.builders import (
    RULES_OF_RECORD,
    Sitting,
    a_dungeon,
    a_room,
    at_stairs,
    in_gallery,
)
from undercroft.core.fates import Seeded
from undercroft.core.language.words import MINUS
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.core.table import D6
from undercroft.games.tin import GAME
from undercroft.games.tin.components import FIGHT_CARDS, MONSTERS, TOKENS
from undercroft.games.tin.events import MonstersAppeared, Place, TurnEnded
from undercroft.games.tin.tiles import TILES

WORDS = GAME.words
QUESTIONS = (
    "roll order",
    "draw fight-cards",
    "draw tiles",
    "draw treasure",
    "roll red",
    "roll yellow",
    "roll attack",
    "roll fight",
    "level-up",
    "treasure",
    "potion",
    "move",
    "place",
    "target",
    "card",
    "bomb",
)


def complete(text: str) -> bool:
    return bool(text) and not any(sign in text for sign in ("{", "}", "  ", "None"))


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("bot", ["thumb", "random"])
def test_whatever_is_asked_offered_or_told_has_words(seats, bot):
    for number in range(4):
        luck = random.Random(number)
        play = Play(GAME, {"open-hands": number % 2 == 0}, seats, Seeded(f"words {number}"))
        bots = [GAME.new_bot(bot, luck.random) for _ in range(seats)]
        while play.question:
            asked = play.question
            assert isinstance(asked, Decision)
            assert complete(WORDS.prompt(asked))
            assert all(complete(WORDS.option(asked, option)) for option in asked.options)
            chances = GAME.odds(GAME.rows, play.view(asked.seat), asked)
            assert set().union(*chances.values()) <= set(WORDS.tables["odds"])
            play.answer(bots[asked.seat](asked, play.look(asked.seat)))
        told = [event for event in play.events if event.id != "turn-ended"]  # the next turn says it
        assert all(complete(WORDS.event(event)) for event in told)
        story = GAME.chronicle(play.events, WORDS, "key")
        assert all(complete(paragraph) for paragraph in story)
        assert story == GAME.chronicle(play.events, WORDS, "key")


def test_every_kind_of_event_has_a_text_and_a_clause():
    for event in GAME.events:
        words = WORDS.tables["events"][event.__struct_config__.tag]
        assert words["text"] or event is TurnEnded
        assert f"**{words['clause']}**" in RULES_OF_RECORD


def test_every_question_has_a_prompt_and_a_clause():
    assert set(QUESTIONS) == set(WORDS.tables["questions"])
    for id in QUESTIONS:
        words = WORDS.tables["questions"][id]
        assert words["prompt"]
        assert f"**{words['clause']}**" in RULES_OF_RECORD


def test_every_event_of_section_10_is_told_and_no_other():
    listed = {
        line.split("|")[1].strip().strip("`")
        for line in RULES_OF_RECORD.split("## 10.")[1].split("## 11.")[0].split("\n")
        if line.startswith("| `")
    }
    assert {str(event.__struct_config__.tag) for event in GAME.events} == listed


def test_every_component_has_a_name_of_its_own():
    rows = (*FIGHT_CARDS, *TOKENS, *MONSTERS, *TILES)
    assert len({WORDS.title(row.id) for row in rows}) == len(rows)
    assert not any(WORDS.title(row.id) == row.id for row in rows if row.id not in TAKEN_AS_IS)


TAKEN_AS_IS = ("potion", "bomb", "key", "rope", "maiden")


def test_every_option_and_bot_is_explained():
    assert set(WORDS.tables["options-help"]) == {spec.name for spec in GAME.option_specs}
    assert set(GAME.bots) == set(WORDS.tables["bots"])


def test_the_help_fits_a_screen():
    lines = WORDS.tables["help"]["text"].strip().split("\n")
    assert len(lines) < 24
    assert all(len(line) <= 100 for line in lines)


def test_a_prompt_says_what_each_way_leads_to():
    table = at_stairs(coins="10").play("P1 treasure: done")
    asked = table.question
    assert isinstance(asked, Decision)
    stay, leave, go = (WORDS.option(asked, option) for option in asked.options)
    assert (stay, go) == (
        "Stay here.",
        "Go north to the Gallery, where 1 monster comes back.",
    )
    assert leave == "Leave for good without the maiden: a draw, with 10 gold."


def test_whose_die_it_is_is_said():
    assert "for Player 2" in WORDS.prompt(Fate("order-2", D6, "roll"))


# -- the table ------------------------------------------------------------------------------------


def drawn(table: Sitting, seat: int | None = 0) -> str:
    return GAME.draw_table(GAME.rows, GAME.view(table.dungeon, seat), WORDS)


def read_aloud(table: Sitting) -> str:
    """Give the table without its line breaks."""
    return " ".join(drawn(table).split())


def test_the_map_shows_rooms_exits_locks_and_knights():
    table = a_dungeon(
        a_room("a-crossways", "0,1", "0,0"),
        a_room("a-larder", "1,1", "0,1", rot=90, monsters="yellow:plain"),
        a_room("b-vault", "0,2", "0,1"),
        knights=[
            {"at": "0,1", "entry": "S", "hand": "parry-1 duck-1"},
            {"hand": "parry-2 duck-2"},
        ],
    )
    lines = drawn(table).split("\n")
    assert lines[2:7] == [
        "   [ 3]",
        "    L",
        "?-@[ 1]--- < 2>-?",
        "    |       L",
        "  &[ 0]",
    ]


def test_the_table_can_be_played_by_ear():
    table = in_gallery("red:horns", floor="potion coin-5", items="key", coins="10", hand="parry-1")
    assert all(len(line) <= 80 for line in drawn(table).split("\n"))
    text = read_aloud(table)
    assert "1 the Gallery: north unexplored, south to 0; monsters: horned red orc" in text
    assert "floor: potion, 5 gold" in text
    assert "You in 1: five hearts, level 1, 0 of 10 experience; carries key; 10 gold" in text
    assert f"Beat Aside (thrust +2 swipe {MINUS}1)" in text


def test_a_closed_hand_is_counted_only():
    knights = [{"hand": "parry-1 duck-1"}, {"hand": "parry-2 duck-2"}]
    text = drawn(a_dungeon(knights=knights, options={"open-hands": False}))
    assert "hand: 2 cards" in text
    assert "Low Parry" not in text


def test_a_wide_dungeon_is_cropped_round_the_knight():
    rooms = [a_room("a-bend", "0,1", "0,0")]
    rooms += [
        a_room("a-gallery" if x % 2 else "b-chasm", f"{x},1", f"{x - 1},1", rot=90)
        for x in range(1, 11)
    ]
    knights = [{"at": "10,1", "entry": "W"}] + [{"left": "before"}] * 5
    text = drawn(a_dungeon(*rooms, knights=knights))
    assert "the map goes on beyond its edge" in text
    assert "@[11]" in text
    assert all(len(line) <= 80 for line in text.split("\n"))


def test_the_fight_in_progress_is_told():
    table = in_gallery("red:horns", items="bomb").play("P1 move: stay; roll attack: overhead")
    table.play("P1 card: play:parry-2")
    text = read_aloud(table)
    assert "against monster 1, a horned red orc. It attacks: overhead blow." in text
    assert f"Answered with Low Parry ({MINUS}1)." in text


@pytest.mark.parametrize(("status", "told"), [("dead", "dead"), ("lost", "lost in the dark")])
def test_the_table_tells_you_of_your_own_end(status, told):
    table = in_gallery()
    table.dungeon.knights[0].status = status
    assert f"You are {told}." in read_aloud(table)


def test_the_story_calls_companions_by_name():
    knights = [{"hand": "parry-1 duck-1"}, {"hand": "parry-2 duck-2"}]
    table = a_dungeon(knights=knights).play("roll order-1: 6; roll order-2: 1")
    table.play("P1 move: leave; P2 move: leave")
    play = Play(GAME, {}, 2, Seeded("names"))
    story = " ".join(GAME.chronicle([*play.events, *table.events], WORDS, "k"))
    assert "Sir Odo" in story
    assert "Dame Hild" in story
    called = WORDS.calling(["Ann", "Bob"])
    story = " ".join(GAME.chronicle([*play.events, *table.events], called, "k"))
    assert "Ann" in story
    assert "Bob" in story
    assert "Sir Odo" not in story


def test_the_story_counts_monsters_of_a_kind() -> None:
    came = ("yellow:plain", "red:chest", "yellow:plain")
    told = [
        MonstersAppeared(Place("a-larder", 0, 1), monsters, True, 0)
        for monsters in (came, came[:2])
    ]
    story = " ".join(GAME.chronicle(told, WORDS, "k")).lower()
    assert "two yellow goblins and a red orc with a chest" in story
    assert "a yellow goblin and a red orc with a chest" in story


def test_every_monster_has_a_plural_in_the_story() -> None:
    assert {monster.id for monster in MONSTERS} < WORDS.tables["chronicle"]["many"].keys()


@pytest.mark.parametrize(
    ("told", "least"),
    [
        ("fight-resolved win value", 12),
        ("fight-resolved loss value", 8),
        ("monsters-appeared yes some", 7),
        ("monsters-appeared no some", 7),
    ],
)
def test_what_is_told_most_often_is_told_in_many_ways(told: str, least: int) -> None:
    wordings = WORDS.tables["chronicle"]
    for case in told.split():
        wordings = wordings[case]
    assert len({*wordings}) >= least
