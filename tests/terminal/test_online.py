"""`undercroft join URL`: the real command at a real server, which goes away and comes back."""

import re
import signal
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.cli.driving import Sitting, undercroft
from tests.cli.driving import typed as lines
from tests.terminal.house import Host, bare_shown
from tests.web.harness import Server
from undercroft.core.errors import Refused
from undercroft.protocol import OptionShown, QuestionShown
from undercroft.terminal.online import server
from undercroft.terminal.online.client import RemoteClient, chosen
from undercroft.terminal.online.server import Address, read_address

RICH = 'game = "tomb"\n[rows.ks]\nworth = 15\n'


class Guest(Sitting):
    """Somebody at `undercroft join`."""

    command = "join"


def test_a_duel_is_played_to_its_end_though_the_server_goes_away(
    tmp_path: Path, house: Server
) -> None:
    host = Host(house)
    play, link = host.lay("tomb")
    told = ""
    with Guest(tmp_path / "bob", link, "--name", "Bob") as bob:
        answered = 0
        for _ in range(300):
            seen = host.answer_own(play)
            if seen["outcome"]:
                break
            if seen["waits"]:
                sleep(0.1)
                continue
            told += bob.until_asked()
            answered += 1
            if answered == 2:
                house.kill(signal.SIGTERM)
                bob.type("1")
                told += bob.until("trying again")
                house.start()
                told += bob.until("Back at the table.")
            else:
                bob.type("1")
            host.ask(f"/api/plays/{play}?after={seen['at']}")  # it is there
        told += bob.until("Enter leaves.")
        bob.type("")
        assert bob.process.wait(60) == 0
    assert "Ann: " in told
    assert "Bob: you" in told
    assert "won by" in told
    assert answered > 2
    assert (tmp_path / "bob" / "online.cookies").stat().st_mode & 0o077 == 0


def test_who_leaves_comes_back_to_the_seat_and_nobody_else_gets_it(
    tmp_path: Path, house: Server
) -> None:
    host = Host(house)
    play, link = host.lay("labyrintheus")
    with Guest(tmp_path / "bob", link, "--name", "Bob") as bob:
        end = monotonic() + 60
        while host.ask(f"/api/plays/{play}")["waits"] and monotonic() < end:
            sleep(0.1)
        host.answer_own(play)
        first = bob.until_asked()
        for command in ("t", "w", "?", "help", "nonsense", "99"):
            bob.type(command)
            first += bob.until_asked()
        bob.type("s")
        first += bob.until("Your seat is kept: undercroft join")
    assert "is not open; expected one of" in first
    assert "there is no option 99" in first
    again = undercroft(tmp_path / "bob", "join", link, typed="s\n")
    assert again.returncode == 0, again.stderr
    assert "Bob: you" in again.stdout
    other = undercroft(tmp_path / "eve", "join", link)
    assert other.returncode == 2
    assert "That seat is taken" in other.stderr
    mine = undercroft(tmp_path / "bob", "join", f"{house.url}/play/{play}", typed="s\n")
    assert mine.returncode == 0
    theirs = undercroft(tmp_path / "eve", "join", f"{house.url}/play/{play}")
    assert theirs.returncode == 2


def until_begun(host: Host, play: str) -> None:
    while host.ask(f"/api/plays/{play}")["waits"]:
        sleep(0.05)


def test_advice_and_talk_line_by_line(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("tomb")
    with Guest(tmp_path / "bob", link, "--name", "Bob") as bob:
        until_begun(host, play)
        host.answer_own(play)
        assert "Options: standard." in bob.until_asked()
        host.say(play, "Well met, Bob")
        bob.until("[Ann: Well met, Bob]\n> ")
        for command, expected in {
            "h": "The bot 'cautious' would take 1, deeper.",
            "o": "After deeper, of 40 equally likely cases:",
            "c": "Bob: ",
            "say thanks": "[Bob: Thank you!]",
            "say": "your-turn: Your turn!",
            "talk": "[Ann: Well met, Bob]",
            "mute nobody": "there is no 'nobody' here; expected one of: all, Ann.",
            "mute ann": "You no longer hear Ann.",
            "u": "You can undo only your own answer, if it was the last.",
            "r": "You can undo only when you play alone.",
        }.items():
            bob.type(command)
            assert expected in " ".join(bob.until_asked().split()), command
        host.say(play, "Can you hear me?")
        bob.type("talk")
        assert "hear me" not in bob.until_asked()
    again = undercroft(tmp_path / "bob", "join", link, typed="talk\nunmute all\ntalk\ns\n")
    muted, heard = again.stdout.split("You hear everybody again.")
    assert "Can you hear me?" not in muted  # whom they have muted is kept
    assert "[Ann: Can you hear me?]" in heard


def test_an_answer_is_taken_back_line_by_line(tmp_path: Path, house: Server) -> None:
    """Bob asks while Ann is asked, and Ann agrees; then Ann asks, and Bob refuses."""
    host = Host(house)
    play, link = host.lay("tin")
    with Guest(tmp_path / "bob", link, "--name", "Bob") as bob:
        until_begun(host, play)
        bob.until_asked()
        bob.type("1")
        assert "You choose: stay." in bob.until("Waiting for Ann.")
        bob.type("u")
        bob.until("Bob wants to undo the last answer; others have yet to agree.")
        at = host.wait_for_plea(play)["at"]
        host.ask(f"/api/plays/{play}/consent", at=at, agrees=True)
        assert "An answer was undone." in bob.until_asked()
        for _ in range(2):
            before = host.ask(f"/api/plays/{play}")["at"]
            bob.type("1")
            host.ask(f"/api/plays/{play}?after={before}")
            host.answer_own(play)
            bob.until_asked()
        seen = host.ask(f"/api/plays/{play}")
        assert seen["undo"]
        host.ask(f"/api/plays/{play}/undo", at=seen["at"])
        bob.until("Ann wants to undo the last answer. Type agree (y) or refuse (x).\n> ")
        bob.type("refuse")
        bob.until("A player refused: the answer stays.")
    assert host.ask(f"/api/plays/{play}")["plea"] is None


def test_who_plays_alone_takes_back_and_gives_back(tmp_path: Path, house: Server) -> None:
    host = Host(house, tmp_path / "ann")
    play = host.ask("/api/plays", game="tomb", seed="rose", variant=RICH)["id"]
    host.keep()
    typed = ["1", "u", "r", "s"]
    done = undercroft(tmp_path / "ann", "join", f"{house.url}/play/{play}", typed=lines(typed))
    assert done.returncode == 0, done.stderr
    assert "Options: variant " in done.stdout
    assert done.stdout.count("An answer was undone.") == 1
    assert done.stdout.count("Turn 2 (delve, depth 2).") == 2


def test_a_cookie_does_not_drive_out_that_of_another_window(tmp_path: Path, house: Server) -> None:
    here = server.Server(house.url, tmp_path)
    other = Host(house, tmp_path)
    other.ask("/api/games")
    (cookie,) = other.jar
    cookie.domain = "elsewhere.local"
    other.keep()
    here.sit(Host(house).lay("tin")[1].rsplit("/", 1)[1], "Bob")
    kept = server.cookies_in(str(tmp_path / "online.cookies"))
    assert {cookie.domain for cookie in kept} == {"elsewhere.local", "127.0.0.1"}
    assert not (tmp_path / "online.cookies.new").exists()


def test_a_server_that_is_not_there_is_told_in_a_line(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "join", "http://127.0.0.1:9/join/KEY")
    assert done.returncode == 2
    assert re.fullmatch(r"undercroft: http://127.0.0.1:9 cannot be reached: .*\n", done.stderr)


@pytest.mark.parametrize("url", ["", "nothing", "ftp://x/join/1", "http://host/", "http://h/a/b/c"])
def test_what_is_no_link_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="expected a link like"):
        read_address(url)


def test_links_to_seats_and_plays_are_read() -> None:
    assert read_address("https://x.example:1/join/k?a=1") == Address(
        "https://x.example:1", "join", "k"
    )
    assert str(read_address("h:1/watch/w")) == "http://h:1/watch/w"
    assert read_address("10.0.0.2:8400/play/p/") == Address("http://10.0.0.2:8400", "play", "p")


def asked(*answers: str, fate: bool = False) -> QuestionShown:
    options = tuple(OptionShown(answer, "") for answer in answers)
    return QuestionShown("P1 x", "", "", yours=True, fate=fate, options=options)


def test_answers_are_meant_by_number_word_or_beginning() -> None:
    question = asked("go:N", "go:E", "stay")
    assert [chosen(question, typed) for typed in ("2", "go n", "st")] == ["go:E", "go:N", "stay"]
    assert chosen(asked(fate=True), "5d") == "5d"
    for typed in ("go", "0", "4", "?!"):
        with pytest.raises(Refused):
            chosen(question, typed)


def test_what_is_undone_is_told(tmp_path: Path) -> None:
    nowhere = server.Server("http://127.0.0.1:9", tmp_path)
    client = RemoteClient(nowhere, Address("", "play", ""), bare_shown())
    told = []
    for log in (("a", "b"), ("a", "b", "c"), ("a", "d")):
        client.take("game", bare_shown(log=log))
        told += client.unheard()
    assert told == ["a", "b", "c", "An answer was undone.", "d"]
