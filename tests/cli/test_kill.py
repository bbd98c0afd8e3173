"""A play survives kill -9, at any moment, as often as it comes."""

from pathlib import Path
from random import Random
from time import sleep

from tests.cli.driving import Sitting, decisions, journals, undercroft


def test_no_answer_is_lost_or_doubled(tmp_path: Path) -> None:
    luck = Random(11)
    accepted = 0  # decisions whose effect was shown
    kept: list[str] = []
    for attempt in range(8):
        args = ["--resume"] if attempt else ["tomb", "--seed", "40"]
        with Sitting(tmp_path, *args) as sitting:
            over = "closes the game" in sitting.until_asked()
            (path,) = journals(tmp_path, "plays")
            kept = check(path, kept, accepted)
            accepted = len(kept)
            for _ in range(luck.randrange(4)):
                if over:
                    break
                sitting.type(luck.choice(["1", "2"]) if accepted > 8 else "1")
                over = "closes the game" in sitting.until_asked()
                accepted += 1
            if not over:
                sitting.type("1")
                sleep(luck.random() * 0.01)  # while it thinks, writes or prints
        kept = check(path, kept, accepted)
    undercroft(tmp_path, "play", "--resume", typed="1\n" * 200)
    (finished,) = journals(tmp_path, "finished")
    assert decisions(finished)[: len(kept)] == kept
    assert undercroft(tmp_path, "verify", finished).returncode == 0


def test_an_undo_survives_and_can_still_be_redone(tmp_path: Path) -> None:
    """The file only ever grows, and is a journal to `replay` and `verify` all the same."""
    with Sitting(tmp_path, "tomb", "--seed", "40") as sitting:
        for line in ("1", "1", "1", "u", "u"):
            sitting.until_asked()
            sitting.type(line)
        assert "Undone" in sitting.until_asked()
    (path,) = journals(tmp_path, "plays")
    grown = path.read_text()
    assert grown.endswith("undo\nundo\n")
    assert len(decisions(path)) == 1
    with Sitting(tmp_path, "--resume") as sitting:
        for line in ("r", "u"):
            sitting.until_asked()
            sitting.type(line)
        sitting.until_asked()
        assert path.read_text() == grown + "redo\nundo\n"
    assert "Nothing to redo" not in sitting.seen
    undercroft(tmp_path, "play", "--resume", typed="1\n" * 200)
    (finished,) = journals(tmp_path, "finished")
    assert finished.read_text().startswith(grown + "redo\nundo\n")
    assert undercroft(tmp_path, "replay", finished).returncode == 0
    assert "verified" in undercroft(tmp_path, "verify", finished).stdout


def test_a_torn_last_line_is_dropped_with_a_note(tmp_path: Path) -> None:
    undercroft(tmp_path, "play", "tomb", "--seed", "7", typed="1\ns\n")
    (path,) = journals(tmp_path, "plays")
    whole = path.read_text()
    path.write_text(whole + "P1 fa")
    done = undercroft(tmp_path, "play", "--resume", typed="s\n")
    assert "Its last line was not complete and is dropped: 'P1 fa'." in done.stdout
    assert path.read_text() == whole


def check(path: Path, before: list[str], accepted: int) -> list[str]:
    """All that was accepted is there, in order, once; at most one more had been on its way."""
    now = decisions(path)
    assert now[: len(before)] == before
    assert accepted <= len(now) <= accepted + 1
    return now
