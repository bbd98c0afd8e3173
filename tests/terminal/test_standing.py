"""The ranking at the end, wherever the terminal tells an outcome: Z-5 of the Tin, and its like."""

from pathlib import Path

from tests.cli.driving import undercroft
from undercroft.core.play import Play
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.terminal import telling

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
TIN = find_game("tin")


def a_game_of_three() -> Play:
    text = (TRANSCRIPTS / "tin" / "three-knights.journal").read_text("utf-8")
    return Play.resume(TIN, read_journal(text))


def test_z5_winners_are_ranked_at_the_end_and_in_the_story() -> None:
    play = a_game_of_three()
    ranked = "1st Player 3, 13 gold; 2nd Player 1, 3 gold; Player 2 lost"
    assert telling.outcome_of(play) == f"won; won by Player 1 and Player 3; {ranked}"
    story = telling.chronicle_of(play, None)[-1]
    assert "1st Sir Wystan, 13 gold; 2nd Sir Odo, 3 gold; Dame Hild lost." in story


def test_verify_and_replay_tell_the_ranking(tmp_path: Path) -> None:
    for command in ("verify", "replay"):
        done = undercroft(tmp_path, command, TRANSCRIPTS / "tin" / "three-knights.journal")
        assert done.returncode == 0
        assert "1st Player 3, 13 gold; 2nd Player 1, 3 gold" in " ".join(done.stdout.split())


def test_at_an_online_table_the_ranking_calls_players_by_their_names() -> None:
    outcome = {
        "name": "win",
        "winners": [0, 2],
        "scores": [3, 0, 13],
        "ends": ["win", "loss", "win"],
        "places": [2, 0, 1],
    }
    names = ("Ann", "Bob", "Cid")
    told = telling.ended(TIN.words, outcome, names)
    assert told.endswith("1st Cid, 13 gold; 2nd Ann, 3 gold; Bob lost")
    del outcome["places"]  # a server of an older version
    assert telling.ended(TIN.words, outcome, names).endswith(
        "Ann 3 (won), Bob 0 (lost), Cid 13 (won)"
    )
