"""Who came in where, at the end of a game in company: Z-5 of the Tin, and every game that ranks."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import FREE, HOME, lay
from tests.web.test_gateway import socket_of
from undercroft.core.game import Outcome
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.web.gateway.settings import Settings
from undercroft.web.live import tables
from undercroft.web.live.ending import verdict
from undercroft.web.server.app import make_app

JOURNAL = Path(__file__).parents[1] / "transcripts" / "tin" / "three-knights.journal"
WORDS = find_game("tin").words
NAMES = ["Ann", "Bob", "Random"]


def test_z5_the_ranking_is_at_the_end_in_the_story_and_in_the_api(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = read_journal(JOURNAL.read_text("utf-8"))
    monkeypatch.setattr(tables, "new_seed", lambda: journal.seed)
    answers = [entry.answer for entry in journal.entries if entry.question.startswith("P")]
    app = make_app(Settings(data=tmp_path / "data", **FREE))
    with TestClient(app, base_url=HOME) as ann:
        options = {f"option.{name}": str(value) for name, value in journal.options.items()}
        names = {"name.P2": "Bob", "name.P3": "Cid"}
        play = lay(ann, "tin", "@here", "@here", **names, **options)
        shown = ann.get(f"/api/plays/{play}").json()
        for answer in answers:
            given = {"at": shown["at"], "answer": answer}
            reply = ann.post(f"/api/plays/{play}/answers", json=given)
            assert reply.status_code == 200, (shown["question"], reply.text)
            shown = reply.json()
        assert shown["outcome"]["places"] == [2, 0, 1]
        with socket_of(ann, play) as socket:
            end = str(socket.receive_json())
        assert "<li>1st Cid, 13 gold</li><li>2nd Ann, 3 gold</li><li>Bob lost</li>" in end
        story = ann.get(f"/api/plays/{play}/chronicle").text
        assert "1st Cid, 13 gold; 2nd Ann, 3 gold; Bob lost." in story


@pytest.mark.parametrize(
    ("outcome", "seat", "said"),
    [
        (Outcome("cap", (2,), (4, 3, 9), places=(2, 3, 1)), 1, "Random wins. You came third."),
        (Outcome("cap", (2,), (4, 3, 9), places=(2, 3, 1)), 2, "You win."),
        (Outcome("cap", (2,), (4, 3, 9), places=(2, 3, 1)), None, "Random wins."),
        (Outcome("cap", (0, 1), (9, 9, 4), places=(1, 1, 3)), 1, "You share the win."),
        (
            Outcome("win", (0, 1), (5, 9, 0), ("win", "win", "loss"), (2, 1, 0)),
            0,
            "You and Bob win. You came second.",
        ),
        (
            Outcome("win", (0, 1), (5, 9, 0), ("win", "win", "loss"), (2, 1, 0)),
            2,
            "Ann and Bob win. You lost.",
        ),
        (Outcome("all-out", (), (0, 0, 0)), 0, "Nobody wins."),
        (Outcome("old", (1,), (0, 1, 0)), 0, "Bob wins."),
    ],
)
def test_each_seat_is_told_where_it_came(outcome: Outcome, seat: int | None, said: str) -> None:
    assert verdict(WORDS, outcome, seat, NAMES) == said
