"""Lessons in the terminal: the coach speaks above the question, and marks what he advises."""

import re
from pathlib import Path

import pytest

from tests.cli.driving import answers, journals, typed, undercroft
from tests.terminal.piloting import at_table, client_of, press, says, shown, until
from undercroft.games import catalogue, find_game
from undercroft.lessons import Lesson, lessons_of
from undercroft.protocol import QuestionShown
from undercroft.terminal.app.start import StartScreen
from undercroft.terminal.local.client import LocalClient
from undercroft.terminal.local.open_game import begin_lesson, resume_game

LESSONS = [(id, lesson) for id in catalogue() for lesson in lessons_of(id)]
NAMES = [f"{id} {lesson.name}" for id, lesson in LESSONS]
NUMBER = re.compile(r"press (\d)\b")


def begun(home: Path, id: str, at: int = 0) -> LocalClient:
    return LocalClient(begin_lesson(home, find_game(id), lessons_of(id)[at]))


def to_the_question(client: LocalClient) -> QuestionShown | None:
    """Let bots answer, and show all."""
    while waits := client.waits():
        for kind, think in waits.items():
            client.take(kind, think())
    client.catch_up()
    client.settle()
    return client.shown.question


@pytest.mark.parametrize(("id", "lesson"), LESSONS, ids=NAMES)
def test_who_follows_the_coach_sees_every_note_and_finds_what_it_says(
    tmp_path: Path, id: str, lesson: Lesson
) -> None:
    client = LocalClient(begin_lesson(tmp_path, find_game(id), lesson))
    read = list[str]()
    for _ in lesson.path.split():
        question, coach = to_the_question(client), client.coach()
        assert question is not None
        assert coach is not None
        assert coach.advised is not None
        answers = [option.answer for option in question.options]
        if coach.lines and (number := NUMBER.search(coach.lines[-1])):
            assert answers[int(number[1]) - 1] == coach.advised, coach.lines[-1]
        read += coach.lines
        client.answer(coach.advised)
    to_the_question(client)
    last = client.coach()
    assert last is not None
    assert {*read, *last.lines} == {note.typed for note in lesson.notes}
    assert not any(re.search("click|[<>]", text, re.IGNORECASE) for text in read)
    assert not any(re.search("[<>]", note.clicked) for note in lesson.notes)
    client.part()


def test_who_strays_plays_on_alone_and_undo_leads_back(tmp_path: Path) -> None:
    client = begun(tmp_path, "tomb")
    to_the_question(client)
    first = client.coach()
    assert client.hint("")().answer == "deeper"  # in a lesson the hint is what the coach advises
    client.answer("turn-back")
    strayed = client.coach()
    assert strayed is not None
    assert ("own path" in strayed.lines[0], strayed.advised) == (True, None)
    client.undo()
    assert client.coach() == first
    client.part()


def test_a_lesson_that_was_left_goes_on_as_a_lesson(tmp_path: Path) -> None:
    client = begun(tmp_path, "talisman")
    for answer in lessons_of("talisman")[0].path.split()[:5]:
        to_the_question(client)
        client.answer(answer)
    to_the_question(client)
    there, lines = client.coach(), client.play.lines
    client.part()
    again = LocalClient.resume(resume_game(tmp_path, client.journal))
    assert (again.coach(), again.play.lines) == (there, lines)
    again.part()


def test_a_lesson_line_by_line(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "learn", "tomb", "--plain", typed="1\n2\ns\n")
    assert done.returncode == 0
    assert "Coach: Welcome to the tomb." in done.stdout
    assert "(the coach's advice) [deeper]" in " ".join(done.stdout.split())
    assert "You're on your own path now" in done.stdout
    assert journals(tmp_path, "plays")


@pytest.mark.parametrize(("id", "lesson"), LESSONS, ids=NAMES)
def test_a_lesson_undone_and_answered_on_can_be_resumed(
    tmp_path: Path, id: str, lesson: Lesson
) -> None:
    path = [either.split("|")[0] for either in lesson.path.split()[:4]]
    left = undercroft(
        tmp_path, "learn", id, lesson.name, "--plain", typed=typed([*path, "u", path[-1], "s"])
    )
    assert "Undone: " in left.stdout
    (file,) = journals(tmp_path, "plays")
    saved, before = file.read_text(), answers(file)
    resumed = undercroft(tmp_path, "play", "--resume", typed=typed(["u", "r", "s"]))
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert "Coach: " in resumed.stdout
    assert "Undone: " in resumed.stdout
    assert file.read_text().startswith(saved)
    assert answers(file) == before


@pytest.mark.anyio
async def test_the_start_lists_lessons_and_the_coach_speaks_above_the_question(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path) as (app, pilot):
        assert isinstance(app.screen, StartScreen)
        below = NAMES[::-1].index("talisman lesson")
        await press(pilot, ["end", *["up"] * below, "enter"])
        await until(pilot, says(app, "Under the Wizard's Tower lie the Catacombs"))
        text = shown(app)
        assert text.index("press 1.") < text.index("Which character will you play?")
        await press(pilot, ["enter"])
        await until(pilot, says(app, "3 Take the Broadsword"))
        assert "the coach's advice" in shown(app)
        await press(pilot, ["enter"])
        await until(pilot, says(app, "Enter the Catacombs"))
        assert any(line.endswith("take:p-broadsword") for line in client_of(app).play.lines)
