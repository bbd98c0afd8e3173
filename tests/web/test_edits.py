"""Parts of a table that come as edits of what a page was sent before."""

import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.web.harness import Server
from tests.web.test_frames import Guest
from undercroft.web.socket.edits import Edit, edited

PIECES = st.lists(
    st.sampled_from(["<b>ace</b>" * 9, "<i>king</i>" * 7, "\u2026" * 40, "🂡"]), max_size=30
)


def applied(old: str, part: str | Edit) -> str:
    if isinstance(part, str):
        return part
    head, new, tail = part
    units = old.encode("utf-16-le")  # as scripts count
    return (units[: 2 * head] + new.encode("utf-16-le") + units[len(units) - 2 * tail :]).decode(
        "utf-16-le"
    )


@given(PIECES, PIECES, PIECES, PIECES)
def test_an_edit_comes_to_the_new_part(
    head: list[str], old: list[str], new: list[str], tail: list[str]
) -> None:
    before, after = "".join([*head, *old, *tail]), "".join([*head, *new, *tail])
    assert applied(before, edited(before, after)) == after


def test_a_long_part_that_changes_little_comes_as_an_edit() -> None:
    hand = "".join(f'<span class="card">{n}</span>' for n in range(60))
    assert edited(hand, f"{hand}<span>new</span>") == (len(hand), "<span>new</span>", 0)
    assert edited("<p>short</p>", "<p>shorter</p>") == "<p>shorter</p>"


def whole(shown: dict[str, str], step: dict[str, Any]) -> dict[str, str]:
    """Make the parts of a step whole, as a page does."""
    for name, part in step["parts"].items():
        if isinstance(part, str):
            shown[name] = part
        else:
            head, new, tail = part
            old = shown[name]
            shown[name] = old[:head] + new + old[len(old) - tail :]
    return shown


def test_a_page_that_takes_edits_shows_what_any_other_does(server: Server) -> None:
    """Also after an undo, and over a new socket."""
    guest = Guest(server)
    body = {"game": "tomb", "options": {"mode": "series", "games": 10}, "seed": "q-7"}
    _, shown = guest.request("POST", "/api/plays", body)
    plain, short = guest.open(shown["id"]), guest.open(shown["id"], query="?edits=1")
    pages: list[dict[str, str]] = [{}, {}]
    sizes, edits = [0, 0], 0

    def hear() -> dict[str, Any]:
        nonlocal edits
        texts = [plain.recv(timeout=30), short.recv(timeout=30)]
        frame: dict[str, Any] = {}
        for number, text in enumerate(texts):
            frame = json.loads(text)
            sizes[number] += 0 if frame["again"] else len(text)
            for step in frame["steps"]:
                whole(pages[number], step)
                edits += sum(not isinstance(part, str) for part in step["parts"].values())
        assert pages[0] == pages[1]
        return frame

    frame = hear()
    for number in range(60):
        if number == 40:
            short.close()
            short, pages[1] = guest.open(shown["id"], query="?edits=1"), {}
            pages[1] = whole({}, json.loads(short.recv(timeout=30))["steps"][0])
        if number % 9 == 8 and frame["undo"]:
            short.send(json.dumps({"do": "undo", "at": frame["at"]}))
        else:
            answers = re.findall(r'data-answer="([^"]+)"', pages[1]["prompt"])
            answer = answers[number % len(answers)]
            short.send(json.dumps({"do": "answer", "at": frame["at"], "answer": answer}))
        frame = hear()
    plain.close()
    short.close()
    assert edits > 20
    assert sizes[1] < sizes[0]
