from tomllib import loads

from tests.contract.lantern import ROWS, Light
from undercroft.core.events import Event, kebab
from undercroft.core.language.words import Words
from undercroft.core.questions import Decision, Fate

WORDS = Words(
    loads("""
[titles]
lantern-3 = "the green lantern"
lantern-4 = "the blue lantern"
[questions.light]
prompt = "You hold {hand}; {rival} waits."
clause = "L-2"
[questions."draw deck"]
prompt = "Which one?"
clause = "L-1"
[options.light]
light = "Light {lantern} ({lantern:id}, {lantern.light})."
wait = {by = "mood", calm = "Wait calmly.", grim = "Wait, {mood}."}
[events.lantern-lit]
text = "{lantern} burns."
clause = "L-3"
""")
)

SEATED = Words(
    loads("""
[titles]
shelf-1 = "player 1's shelf"
shelf-2 = "player 2's shelf"
[numbers]
player = ["Player 1", "Player 2"]
seat = ["P1", "P2"]
[questions."draw shelf"]
prompt = "Which one lies on {pile}?"
clause = "L-1"
[table]
whose = "{seat:seat}, to play"
[events.lantern-passed]
text = {by = "seat", 0 = "Passed on.", otherwise = "{seat:player} passes it to {next:player}."}
clause = "L-4"
""")
)


class LanternLit(Event, frozen=True):
    lantern: str


class LanternPassed(Event, frozen=True):
    seat: int
    next: int


def test_ids_are_spoken_as_their_titles():
    hand = [ROWS["lantern-3"], ROWS["lantern-4"]]
    decision: Decision[Light] = Decision(
        0, "light", [], {"hand": hand, "rival": "P2", "mood": "grim"}
    )
    assert WORDS.prompt(decision) == "You hold the green lantern, the blue lantern; P2 waits."
    light = Light(ROWS["lantern-3"])
    assert WORDS.option(decision, light) == "Light the green lantern (lantern-3, 3)."
    assert WORDS.title("lantern-9") == "lantern-9"


def test_a_text_may_depend_on_a_field():
    assert WORDS.option(Decision(0, "light", [], {"mood": "grim"}), "wait") == "Wait, grim."
    assert WORDS.option(Decision(0, "light", [], {"mood": "calm"}), "wait") == "Wait calmly."


def test_questions_and_events_know_their_clause():
    assert WORDS.clause(Decision(0, "light", [], {})) == "L-2"
    assert WORDS.clause(LanternLit("lantern-3")) == "L-3"
    assert WORDS.event(LanternLit("lantern-3")) == "the green lantern burns."


def test_piles_of_one_kind_share_their_words():
    for id in ("deck", "deck-2", "deck.3", "deck-2.3"):
        assert WORDS.prompt(Fate(id, ["a"])) == "Which one?"


def test_an_event_is_known_by_its_class():
    assert kebab("LanternLit") == "lantern-lit"
    assert LanternLit("lantern-3").id == "lantern-lit"


def test_seats_are_called_by_their_numbers_and_whoever_plays_alone_is_not_called():
    assert SEATED.player(1) == "Player 2"
    assert SEATED.event(LanternPassed(0, 1)) == "Passed on."
    assert SEATED.event(LanternPassed(1, 0)) == "Player 2 passes it to Player 1."


def test_seats_that_have_names_are_called_by_them():
    called = SEATED.calling(["Ann", "Bob"])
    assert called.player(1) == "Bob"
    assert called.event(LanternPassed(0, 1)) == "Ann passes it to Bob."
    assert called.prompt(Fate("shelf-2", (), "draw")) == "Which one lies on Bob's shelf?"
    assert called.fill(called.tables["table"]["whose"], {"seat": 0}) == "Ann, to play"
    assert SEATED.player(1) == "Player 2"  # elsewhere they have others


def test_a_name_may_be_what_another_seat_is_called_or_what_words_are_made_of():
    crossed = SEATED.calling(["Player 2", "{seat} shelf-1"])
    assert crossed.event(LanternPassed(0, 1)) == "Player 2 passes it to {seat} shelf-1."
    assert crossed.title("shelf-1") == "Player 2's shelf"
    assert crossed.title("shelf-2") == "{seat} shelf-1's shelf"


def test_who_is_asked_is_called_you_where_the_text_says_so() -> None:
    prompt = {"by": "is_you.victim", "yes": "It hits you.", "no": "It hits {victim:player}."}
    words = Words(
        {"questions": {"hurt": {"prompt": prompt}}, "numbers": {"player": ["Ann", "Bob"]}}
    )
    asked = [Decision(seat, "hurt", ["pass"], {"victim": 1}) for seat in (0, 1)]
    assert [*map(words.prompt, asked)] == ["It hits Bob.", "It hits you."]


def test_a_question_is_about_what_its_game_calls_it() -> None:
    words = Words({"questions": {"fight": {"prompt": "{own} against {number}. Fight?"}}})
    asked = Decision(0, "fight", ["fight"], {"own": 5, "number": 2})
    assert words.prompt(asked) == "5 against 2. Fight?"
