"""A secret question: nobody at the table learns who is asked, nor what."""

import io
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.terminal.piloting import at_table, client_of, laid, press, shown
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import find_game
from undercroft.terminal.app.table.cover import Cover
from undercroft.terminal.local.client import LocalClient
from undercroft.terminal.local.recorded_game import RecordedGame
from undercroft.terminal.local.shared_screen import SharedScreen
from undercroft.terminal.plain.console import Console
from undercroft.terminal.plain.table import PlainTable

TALISMAN = find_game("talisman")
SEATS = 3
PASSES = "Nothing is asked of you now"


def decision(seat: int, *, secret: bool) -> Decision[str]:
    return Decision(seat, "window", ("play", "pass"), {}, secret)


@cache
def before_a_secret() -> tuple[str, tuple[str, ...], int]:
    """Find a play with a secret question in a fight: its seed, the answers before, and the seat."""
    for number in range(60):
        seed, luck = f"secret-{number}", Random(number)
        play = Play(TALISMAN, {}, SEATS, Seeded(seed))
        given: list[str] = []
        while play.question is not None and play.number < 900:
            question = play.question
            if isinstance(question, Decision) and question.id == "fight-window":
                assert question.secret
                return seed, tuple(given), question.seat
            given.append(str(luck.choice(question.choices)))
            play.answer(given[-1])
    raise AssertionError("no secret question")


def at_a_secret(home: Path, bots: dict[int, str] | None = None) -> tuple[RecordedGame, int]:
    seed, given, seat = before_a_secret()
    recorded = laid(home, seats=SEATS, seed=seed, game=TALISMAN, bots=bots)
    for answer in given:
        recorded.answer(answer)
    return recorded, seat


def is_covered(client: LocalClient) -> bool:
    return client.handover is not None and client.handover.covered


def test_an_open_question_brings_the_one_who_is_asked() -> None:
    sharing = SharedScreen([0, 1, 2])
    question = decision(1, secret=False)
    assert sharing.due(question) == 1
    sharing.sit_down(1, alone=True)
    assert sharing.due(question) is None
    assert sharing.due(decision(1, secret=False)) is None  # asked again, at once
    assert not sharing.goes_round


@pytest.mark.parametrize("asked", [0, 2, 3])
def test_a_secret_question_brings_everybody_in_the_same_order_whoever_is_asked(asked: int) -> None:
    sharing = SharedScreen([0, 1, 2, 3])
    first = decision(1, secret=False)
    sharing.due(first)
    sharing.sit_down(1, alone=True)
    question, sat = decision(asked, secret=True), []
    while (seat := sharing.due(question)) is not None:
        sharing.sit_down(seat, alone=True)
        sat.append(seat)
        if sharing.is_up(question) and question.secret:
            assert sharing.due(question) is None  # time to think
            question = decision(asked, secret=False)  # answered: the next one waits for the round
    assert sat[:3] == [2, 3, 0]
    assert sat[3:] in ([], [asked])


def test_who_is_alone_with_bots_never_gets_up() -> None:
    sharing = SharedScreen([1])
    assert sharing.due(decision(0, secret=True)) is None
    assert sharing.due(decision(1, secret=True)) is None


def test_hands_that_become_hidden_are_not_shown_to_all_who_look(tmp_path: Path) -> None:
    """Personas are chosen openly; the first treasures come before the screen is covered."""
    recorded = laid(tmp_path, seats=2, game=find_game("labyrintheus"))
    told = io.StringIO()
    PlainTable(LocalClient(recorded), Console(io.StringIO("1\n1\n\ns\n"), told)).sit()
    openly, alone = told.getvalue().split(", press Enter", 1)
    assert "Choose your persona" in openly
    assert "You draw " not in openly
    assert "You draw " in alone


@pytest.mark.anyio
async def test_nor_on_the_full_screen(tmp_path: Path) -> None:
    recorded = laid(tmp_path, seats=2, game=find_game("labyrintheus"))
    async with at_table(tmp_path, recorded, (120, 40)) as (app, pilot):
        await press(pilot, ["1", "1"])
        assert "You draw " not in shown(app)
        assert client_of(app).here is None
        await press(pilot, ["enter", "enter"])
        assert "You draw " in shown(app)


def test_the_plain_table_goes_round_and_tells_only_the_one_who_is_asked(tmp_path: Path) -> None:
    recorded, seat = at_a_secret(tmp_path)
    question = recorded.play.question
    assert isinstance(question, Decision)
    prompt = TALISMAN.words.prompt(question).split(":")[0][:30]
    told = io.StringIO()
    typed = io.StringIO("\n" * 8 + "s\n")  # nobody answers: Enter, until there is an end
    table = PlainTable(LocalClient(recorded), Console(typed, told))
    table.sit()
    parts = told.getvalue().split(", press Enter. > ")
    before_asked, after = parts[: seat + 1], parts[seat + 1]
    assert prompt in " ".join(after.split())
    assert all(prompt not in " ".join(part.split()) for part in before_asked)
    assert "".join(before_asked).count(PASSES) == seat  # those before sat down for nothing


@pytest.mark.anyio
async def test_on_the_full_screen_everybody_sits_down_once(tmp_path: Path) -> None:
    recorded, seat = at_a_secret(tmp_path)
    question = recorded.play.question
    assert isinstance(question, Decision)
    clause = TALISMAN.words.clause(question)
    passed, asked, last = [], [], -1
    async with at_table(tmp_path, recorded, (120, 40)) as (app, pilot):
        number = recorded.play.number
        for _ in range(40):
            if isinstance(app.screen, Cover) or is_covered(client_of(app)):
                await press(pilot, ["enter"])
                continue
            client = client_of(app)
            assert client.here is not None
            if PASSES in shown(app):
                passed.append(client.here)
                await press(pilot, ["o", "question_mark"])  # neither odds nor help betray it
                assert "The rule behind the question" not in shown(app)
                await press(pilot, ["escape", "1", "h", "enter"])
            elif recorded.play.number == number:
                asked.append(client.here)
                assert clause in shown(app)
                await press(pilot, ["1"])
                assert recorded.play.number > number  # on the disk, while the others still pass
            else:
                last = client.here
                break
    others = [other for other in range(SEATS) if other != seat]
    assert asked == [seat]
    if passed == others[:-1]:
        passed.append(last)  # who may be asked at once what comes next
    assert passed == others


@pytest.mark.anyio
async def test_a_bot_that_is_asked_in_secret_is_not_named(tmp_path: Path) -> None:
    seed, _, seat = before_a_secret()
    person = (seat + 1) % SEATS
    bots = {other: "random" for other in range(SEATS) if other != person}
    recorded, _ = at_a_secret(tmp_path, bots)
    async with at_table(tmp_path, recorded, (120, 40)) as (app, _):
        client = client_of(app)
        client.play.question = decision(seat, secret=True)
        assert client.waiting == "Another player is thinking …"
        assert client.thinker is not None
        assert client.thinker.name == "another player"
        client.play.question = decision(seat, secret=False)
        assert client.waiting == f"{recorded.names[seat]} is thinking …"
        assert client.thinker.name == recorded.names[seat]
    assert seed
