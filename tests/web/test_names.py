"""What those at a table are called: told apart, written wherever the table speaks of them."""

import random
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from starlette.testclient import TestClient

from tests.web.sitting import another, answer, join, lay, links
from undercroft import web
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.language.addressing import YOU, words_for
from undercroft.core.language.names import Called, call
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.words import CORE
from undercroft.games import catalogue, find_game
from undercroft.storage.journals import Seat
from undercroft.terminal.app.table.drawing import picture
from undercroft.web.draw.drawing import MARK, Drawing, drawing_of, templates
from undercroft.web.live.people.names import Named, sitter_of
from undercroft.web.live.people.seating import MOST_OF_A_NAME, clean_name

NASTY = "<b>\"&'"
FACES = (Path(web.__file__).parent / "static" / "faces.svg").read_text("utf-8")
READ = re.compile(r'>([^<>]*)<|"([^"]*)"')
VERBS = [verb for verb, form in CORE.words.tables["you"]["verbs"].items() if verb != form]
WRONG = re.compile(rf"\b[Yy]ou(?:'s| (?:{'|'.join(VERBS)})\b)|[{MARK}{YOU}]")
BY_NUMBER = re.compile(r"[Pp]layer \d|Knight \d|\bP\d\b")


# -- who is called what ---------------------------------------------------------------------------


def called(*seats: Seat, game: str = "labyrintheus", key: str = "k") -> tuple[str, ...]:
    return tuple(it.name for it in seen(*seats, game=game, key=key))


def seen(*seats: Seat, game: str = "labyrintheus", key: str = "k") -> tuple[Called, ...]:
    people = [seat.guest for seat in seats]
    sitters = [sitter_of(seat, shares=people.count(seat.guest) > 1) for seat in seats]
    return call(sitters, find_game(game).words, key)


@pytest.mark.parametrize("id", [*catalogue()])
def test_bots_have_names_and_faces_of_their_own_and_no_two_at_a_table_are_alike(id: str) -> None:
    game = find_game(id)
    for key in map(str, range(40)):
        bots = seen(*[Seat(bot="random")] * game.seats[1], game=id, key=key)
        assert len({it.name for it in bots}) == len({it.face for it in bots}) == game.seats[1]
        assert all(f'id="face-{it.face}"' in FACES for it in bots)
        assert not [it for it in bots if BY_NUMBER.search(it.name)]
        assert bots == seen(*[Seat(bot="random")] * game.seats[1], game=id, key=key)
    first = {seen(Seat(bot="random"), game=id, key=str(key))[0].name for key in range(40)}
    assert len(first) > 3  # another table, other company


def test_persons_go_by_their_names_and_those_without_are_guests() -> None:
    ann, second, bot, free = seen(Seat("a", "Ann"), Seat("b"), Seat(bot="random"), Seat(key="free"))
    assert (ann, second, free) == (Called("Ann"), Called("Guest 2"), Called("Player 4"))
    assert bot.face
    assert called(Seat("a"), Seat(bot="random"))[0] == "Guest"  # no other person to be told from
    assert called(Seat("a"), Seat("a")) == ("Player 1", "Player 2")  # at one screen


def test_a_bot_in_the_seat_of_a_person_carries_the_name_of_that_person_marked() -> None:
    seats = Seat("a", "Ann", "contender"), Seat("b", None, "contender")
    assert seen(*seats) == (Called("Ann (bot)"), Called("Guest 2 (bot)"))


def test_those_who_could_be_taken_for_another_are_told_apart() -> None:
    assert called(Seat("a", "Ann"), Seat("b", "ann"), Seat("c", "Bob")) == ("Ann", "ann (2)", "Bob")
    assert called(Seat("a", "Guest 2"), Seat("b")) == ("Guest 2", "Guest 2 (2)")
    assert called(Seat("a", "Ann (2)"), Seat("b", "Ann"), Seat("c", "Ann (bot)")) == (
        "Ann",
        "Ann (2)",
        "Ann (3)",
    )
    usual = called(Seat("a", "Ann"), Seat(bot="random"))[1]
    assert called(Seat("a", usual.upper()), Seat(bot="random"))[1] not in (usual, usual.upper())


def test_a_bot_keeps_its_name_and_face_in_a_rematch() -> None:
    bot = seen(Seat("a", "Ann"), Seat(bot="random"), key="first")[1]
    again = [Seat("a", "Ann"), Seat(None, bot.name, "random")]
    assert [seen(*again, key=str(key))[1] for key in range(20)] == [bot] * 20


def test_no_name_has_a_mark_in_it_and_no_words_have() -> None:
    assert clean_name(f"{MARK}01 Ann") == "01 Ann"
    for game in catalogue().values():
        assert MARK not in repr(game.words.tables)


# -- drawn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["tomb", "tin", "talisman", "labyrintheus"])
def test_names_written_over_the_marks_are_the_names_that_would_be_drawn(id: str) -> None:
    game = find_game(id)
    seats = min(3, game.seats[1])
    names = (NASTY, "Player 1", f"{'W' * MOST_OF_A_NAME}")[:seats]
    words = game.words.calling(names)
    drawn, cold = Named(drawing_of(game, marked=True), names), Drawing(game, templates(), words)
    chance = random.Random(7)
    play = Play(game, {}, seats, Seeded("named"))
    for _ in range(60):
        if play.question is None:
            break
        asked = getattr(play.question, "seat", 0)
        for seat in (asked, None):
            told = play.events_for(seat)
            question = play.question if seat is not None else None
            view = play.view(seat)
            assert drawn.parts(view, question, told=told) == cold.parts(view, question, told=told)
            assert drawn.score(view) == cold.score(view)
        assert drawn.choices(play.question) == cold.choices(play.question)
        for waits in (False, True):
            assert drawn.prompt(play.question, waits) == cold.prompt(play.question, waits)
        play.answer(chance.choice(play.question.choices))
    assert len(play.events) > 20
    for event in play.events:
        assert drawn.line(event) == cold.line(event)
        assert drawn.line(event).text == words.event(event)


@pytest.mark.parametrize("id", ["tomb", "tin", "talisman", "labyrintheus"])
def test_where_seats_have_names_nobody_is_called_by_a_number(id: str) -> None:
    game = find_game(id)
    names = ("Ann", "Bob", "Cleo")[: min(3, game.seats[1])]
    words, drawing = game.words.calling(names), Named(drawing_of(game, marked=True), names)
    chance = random.Random(3)
    play = Play(game, {}, len(names), Seeded("called"))
    said: list[str] = []
    for _ in range(80):
        if play.question is None:
            break
        view = play.view(getattr(play.question, "seat", 0))
        said += [words.prompt(play.question), game.draw_table(game.rows, view, words)]
        said += [choice.text for choice in drawing.choices(play.question)]
        parts = drawing.parts(view, play.question, told=play.events).values()
        said += [shown(part) for part in [*parts, drawing.score(play.view(None))]]
        play.answer(chance.choice(play.question.choices))
    said += [drawing.line(event).text for event in play.events]
    said += game.chronicle(play.events, words, "key")
    assert not [text for text in said if BY_NUMBER.search(text)]
    assert any("Ann" in text for text in said)


def shown(part: str) -> str:
    """What is read of a part, by eye or by ear: not what it answers, nor its keys."""
    return re.sub(r'\b(data-[a-z]+|href|class|id)="[^"]*"', "", part)


@pytest.mark.parametrize("id", ["tomb", "tin", "talisman", "labyrintheus"])
def test_who_looks_is_you_in_all_that_is_drawn_and_others_see_the_name(id: str) -> None:
    game = find_game(id)
    names = ["Guest", "Ann", "Bob"][: min(3, game.seats[1])]
    own, other = drawn_for(game, names, 0), drawn_for(game, names, 1)
    assert any("You" in text for text in own)
    assert not [text for text in own if "Guest" in text or WRONG.search(text)]
    assert any("Guest" in text for text in other)
    assert not [text for text in other if "Ann" in text or WRONG.search(text)]


def drawn_for(game: Game[Any, Any], names: list[str], reader: int) -> list[str]:
    """All that a player reads of a game that goes at random, in the browser and the terminal."""
    words = words_for(game.words, names, reader)
    drawing, drawn = Named(drawing_of(game, marked=True), names, reader), dict[str, Any]()
    chance, play = random.Random(5), Play(game, {}, len(names), Seeded("looked at"))
    html, text = list[str](), list[str]()
    for number in range(250):
        question, view = play.question, play.view(reader)
        if question is None:
            break
        asked = isinstance(question, Decision) and question.seat == reader
        told = play.events_for(reader)
        html += drawing.parts(view, question if asked else None, drawn, told=told).values()
        known = asked or (isinstance(question, Decision) and question.is_known_to(reader))
        html.append(drawing.prompt(question, not asked, known=known, view=view))
        if asked:
            text += [words.prompt(question), *[it.text for it in drawing.choices(question)]]
        if number % 10 == 0:
            text.append(game.draw_table(game.rows, view, words))
            console = Console(width=120, color_system=None)
            with console.capture() as shot:
                console.print(picture(game, view, (120, 40), {}, words))
            text.append(shot.get())
        play.answer(chance.choice(question.choices))
    html += [drawing.score(play.view(reader)), drawing.luck(play.events, game.rows)]
    found = [it for part in html for pair in READ.findall(f">{part}<") for it in pair]
    return [*map(unescape, found), *text]


# -- served ---------------------------------------------------------------------------------------


def table_of(ann: TestClient, bob: TestClient, game: str, name: str, **more: str) -> str:
    """Ann lays a table, and somebody with a name comes by the link."""
    play = lay(ann, game, "@link", **more)
    assert join(bob, links(ann, play)[0], name).status_code == 303
    return play


def test_programs_are_told_of_people_by_their_names(ann: TestClient) -> None:
    bob = another(ann)
    play = table_of(ann, bob, "labyrintheus", NASTY, **{"option__persona-choice": "random"})
    said: dict[str, str] = {}
    for _ in range(30):
        for client, own in ((ann, "Ann"), (bob, NASTY)):
            seen: Any = client.get(f"/api/plays/{play}").json()
            question: Any = seen["question"] or {"prompt": "", "options": []}
            news = {"table": [seen["table"]], "log": seen["log"], "prompt": [question["prompt"]]}
            news["options"] = [option["text"] for option in question["options"]]
            said |= {kind: said.get(kind, "") + "\n".join(lines) for kind, lines in news.items()}
            assert [seat["called"] for seat in seen["seats"]] == ["Ann", NASTY]
            assert own not in "".join([*news["table"], *news["log"]])  # who reads is *you*
        answer(play, ann, bob, pick=-1)
    story = ann.get(f"/api/plays/{play}/chronicle").json()["paragraphs"]
    said["story"] = story[0]
    for kind in ("table", "log", "story"):
        assert "Ann" in said[kind], kind
        assert NASTY in said[kind], kind
    everything = "".join(said.values())
    assert MARK not in everything
    assert not BY_NUMBER.search(everything)


def test_pages_tell_of_people_by_their_names_and_never_take_a_name_for_markup(
    ann: TestClient,
) -> None:
    bob, escaped = another(ann), "&lt;b&gt;&#34;&amp;&#39;"
    play = table_of(ann, bob, "tomb", NASTY)
    waits = ann if "data-answer" in bob.get(f"/play/{play}").text else bob
    asked = NASTY if waits is ann else "Ann"
    page = waits.get(f"/play/{play}").text
    assert f"Waiting for {escaped if asked == NASTY else asked}." in page
    assert f"{escaped if asked == NASTY else asked} is asked: “" in page  # "you" in it is not them
    while ann.get(f"/api/plays/{play}").json()["outcome"] is None:
        answer(play, ann, bob, pick=-1)
    pages = [client.get(f"/play/{play}").text for client in (ann, bob)]
    pages += [client.get(f"/play/{play}/replay").text for client in (ann, bob)]
    for page in pages:
        assert NASTY not in page
        assert MARK not in page
        assert "Player 2" not in page
        assert escaped in page
    moments: Any = ann.get(f"/play/{play}/moments?eyes=P2").json()
    log = "".join(moment["log"] for moment in moments["moments"])
    spoken = "".join(moment["say"] for moment in moments["moments"])
    assert (escaped in log, NASTY in log, NASTY in spoken) == (True, False, True)
    assert MARK not in str(moments)


def test_two_of_one_name_at_one_screen_are_told_apart(ann: TestClient) -> None:
    play = lay(ann, "tomb", "@here", name__P2="ann")
    shown: Any = ann.get(f"/api/plays/{play}").json()
    assert [seat["called"] for seat in shown["seats"]] == ["Ann", "ann (2)"]
    assert "Ann to play" in shown["table"]


def test_whoever_plays_alone_is_told_nothing_of_a_name(ann: TestClient) -> None:
    play = lay(ann, "tin")
    answer(play, ann)
    shown: Any = ann.get(f"/api/plays/{play}").json()
    assert "Ann" not in shown["table"] + "".join(shown["log"])


@pytest.mark.parametrize("id", catalogue())
def test_no_bot_is_called_like_a_card(id: str) -> None:
    """A name in the log is a player's or a card's, never perhaps either."""
    game = find_game(id)
    cards = {game.words.title(card) for card in game.components(Play(game).state)}
    for name in game.words.tables["company"].values():
        assert [card for card in cards if re.search(rf"\b{re.escape(card)}\b", name)] == []
