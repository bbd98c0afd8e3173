"""At an online table: a bot stands in, somebody is hurried, looks on, gives up, or plays again."""

from pathlib import Path

import pytest

from tests.cli.driving import undercroft
from tests.terminal.house import Host
from tests.terminal.piloting import at_table, press, says, shown, until
from tests.terminal.test_online import Guest
from tests.web.harness import Server
from undercroft.protocol import SeatShown
from undercroft.terminal.app.forms.fields import Entry
from undercroft.terminal.app.main import UndercroftApp
from undercroft.terminal.app.table.screen import OnlineTableScreen
from undercroft.terminal.online.client import arrive
from undercroft.terminal.online.seats import named


def seats_at(host: Host, play: str) -> dict[str, dict[str, object]]:
    return {seat["role"]: seat for seat in host.ask(f"/api/plays/{play}")["seats"]}


class Hearer(Guest):
    """Somebody at `undercroft join`, who hears one thing after the other, however it comes."""

    heard = 0

    def hear(self, text: str) -> None:
        """Read on until something is said."""
        while (at := self.seen.find(text, self.heard)) < 0:
            assert self._read(bool, 60), f"it ended, and never said {text!r}"
        self.heard = at + len(text)

    def do(self, line: str, *said: str) -> None:
        """Type something, and hear what comes of it."""
        self.type(line)
        for text in said:
            self.hear(text)


def test_a_bot_stands_in_line_by_line(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("tin")
    with Hearer(tmp_path / "bob", link, "--name", "Bob") as bob:
        bob.hear("[stay]")
        bob.do("back", "'back' is not open; expected one of")
        bob.do("bot nobody", "there is no 'nobody' here; expected one of: Ann, Bob.")
        host.ask(f"/api/plays/{play}")  # Ann is seen
        bob.do("bot Ann", "That player is here, or has time left.")
        bob.do("hurry", "There is time left to answer.")
        bob.do("give up", "You can give up only when you play alone.")
        bob.do("rematch", "the game is not over; give up, or leave.")
        bob.do("bot", "plays for you now.", "Waiting for Ann.")
        assert seats_at(host, play)["P2"]["stands_in"]
        bob.do("w", "Bob (bot): you; a bot", "back Bob: Take back the seat of Bob.")
        bob.do("back", "You have your seat back.")
        assert not seats_at(host, play)["P2"]["stands_in"]
        host.ask(f"/api/plays/{play}/relieve", role="P1")
        bob.hear("plays for Ann now.")
        host.ask(f"/api/plays/{play}/return", role="P1")
        bob.hear("Ann is back.")


def test_a_seat_is_meant_by_its_role_before_anybodys_name() -> None:
    names = ("P2", "Bob", "Bob", "")
    places = [
        SeatShown(f"P{n}", name, "", "here", False, None, False, False, False)
        for n, name in enumerate(names, 1)
    ]
    found = {who: named(who, places) for who in ("P2", "2", "bob", "P3", "p4", "P9", "", "Eve")}
    roles = {who: place and place.role for who, place in found.items()}
    assert roles == {
        "P2": "P2",
        "2": "P2",
        "bob": "P2",
        "P3": "P3",
        "p4": "P4",
        "P9": None,
        "": None,
        "Eve": None,
    }


def test_who_has_used_the_time_up_is_hurried_line_by_line(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    _, link = host.lay("tin", patience=10)
    with Hearer(tmp_path / "bob", link, "--name", "Bob") as bob:
        bob.hear("s left]")
        bob.do("1", "Time is up: hurry (w) lets a bot answer.")
        bob.do(
            "w",
            "hurry: Time is up: let a bot answer once.",
            "bot Ann: Let a bot play for Ann.",
        )
        bob.do("hurry", "hooses: go north.")


def test_a_play_is_given_up_and_played_again_line_by_line(tmp_path: Path, house: Server) -> None:
    host = Host(house, tmp_path / "ann")
    play = host.ask("/api/plays", game="tomb", seed="rose")["id"]
    host.keep()
    typed = "1\ngive up\nrematch same\n1\ns\n"
    done = undercroft(tmp_path / "ann", "join", f"{house.url}/play/{play}", typed=typed)
    assert done.returncode == 0, done.stderr
    first, again = done.stdout.split("Outcome: abandoned; score 0.")
    assert "Seed: rose." in again
    assert "rematch same: Play the same deal again, for practice." in again
    assert first.count("Turn 2 (delve, depth 2).") == again.count("Turn 2 (delve, depth 2).") == 1
    (link,) = [line for line in again.split("\n") if line.startswith("Your seat is kept")]
    assert play not in link


def to_the_end(host: Host, play: str, guest: Host) -> None:
    while not host.ask(f"/api/plays/{play}")["outcome"]:
        host.answer_own(play)
        guest.answer_own(play)


def test_the_others_are_called_line_by_line(tmp_path: Path, house: Server) -> None:
    host, other = Host(house), Host(house, tmp_path / "bob")
    play, link = host.lay("tomb")
    key = link.rsplit("/", 1)[1]
    other.ask(f"/api/seats/{key}", name="Bob")
    other.keep()
    to_the_end(host, play, other)
    with Hearer(tmp_path / "bob", link) as bob:
        bob.hear("rematch: Rematch with the same people.")
        new = host.ask(f"/api/plays/{play}/again", same=False)["id"]
        bob.hear("The others want a rematch.")
        bob.do("rematch", "Bob: you.")
        host.answer_own(new)
        bob.hear("[deeper]")
        bob.do("s", f"Your seat is kept: undercroft join {house.url}/play/{new}")
        assert bob.process.wait(60) == 0


def lay_and_look_on(house: Server, game: str) -> tuple[Host, str, str]:
    """Lay a table at which a bot plays, too; give who laid it, its id, and the link to look on."""
    host = Host(house)
    play = host.ask("/api/plays", game=game, seats=["random"], names=["Ann"])["id"]
    path = host.ask(f"/play/{play}/watch", please=True)["path"]
    return host, play, house.url + path


def test_whoever_looks_on_reads_along_line_by_line(tmp_path: Path, house: Server) -> None:
    host, play, link = lay_and_look_on(house, "tomb")
    with Hearer(tmp_path / "eve", link) as eve:
        eve.hear("Ann: ")
        eve.hear("You're watching. Hidden cards stay hidden.")
        eve.hear("Torches")
        eve.hear("Waiting for Ann.")
        eve.do("c", "Ann: ")
        eve.do("t", "Torches")
        eve.do("w", "Ann: ")
        eve.do("? T-2", "T-2")
        eve.do("mute ann", "You no longer hear Ann.")
        eve.do("talk", "No talk yet.")
        host.answer_own(play)
        eve.hear("Outcome: ")
        eve.hear("Enter leaves.")
        for word in ("1", "u", "h", "o", "say hello", "rematch", "give up", "bot"):
            eve.do(word, "you're watching; only players can do that.")
        eve.do("")
        assert eve.process.wait(60) == 0
    assert "rematch: " not in eve.seen
    late = undercroft(tmp_path / "eve", "join", link)
    assert late.returncode == 0, late.stderr
    assert "Outcome: " in late.stdout


# -- on the full screen ---------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_bot_stands_in_on_the_full_screen(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("tin", patience=10)
    async with at_table(tmp_path, arrive(tmp_path, link, "Bob"), (80, 24)) as (app, pilot):
        table = app.screen
        assert isinstance(table, OnlineTableScreen)
        await until(pilot, says(app, "Stay"))
        await press(pilot, ["w"])
        await until(pilot, says(app, "Let a bot play for Bob until you come back"))
        await press(pilot, ["escape"])
        await press(pilot, ["slash", *"give", "space", *"up", "enter"])
        await until(pilot, says(app, "You can give up only when you play alone."))
        assert "rematch" not in shown(app)
        await press(pilot, ["slash", *"rematch", "enter"])
        await until(pilot, says(app, "the game is not over"))
        await press(pilot, ["slash", *"bot", "enter"])
        await until(pilot, lambda: table.client.shown.seats[1].stands_in)
        assert seats_at(host, play)["P2"]["stands_in"]
        await until(pilot, says(app, "Time is up: hurry (w) lets a bot answer."))
        await press(pilot, ["w"])
        await until(pilot, says(app, "1 Time is up: let a bot answer once  hurry"))
        await until(pilot, says(app, "Take back the seat of Bob"))
        before = table.client.shown.at
        await press(pilot, ["1"])
        await until(pilot, lambda: table.client.shown.at > before)
        await until(pilot, says(app, "A bot plays for you: back (w) takes your seat back."))
        await press(pilot, ["slash", *"back", "enter"])
        await until(pilot, lambda: not seats_at(host, play)["P2"]["stands_in"])


@pytest.mark.anyio
async def test_a_play_is_given_up_and_played_again_on_the_full_screen(
    tmp_path: Path, house: Server
) -> None:
    host = Host(house, tmp_path)
    play = host.ask("/api/plays", game="tomb", seed="rose")["id"]
    host.keep()
    arrived = arrive(tmp_path, f"{house.url}/play/{play}", "")
    async with at_table(tmp_path, arrived, (120, 40)) as (app, pilot):
        await press(pilot, ["1"])
        await until(pilot, says(app, "Turn 2 (delve, depth 2)."))
        await press(pilot, ["w"])
        await until(pilot, says(app, "1 Give up: the game ends here, without a score"))
        await press(pilot, ["1"])
        await until(pilot, says(app, "Outcome: abandoned; score 0. Seed: rose."))
        assert "a starts a rematch. Enter leaves." in shown(app)
        await until(pilot, says(app, "a rematch"))
        await press(pilot, ["a"])
        await until(pilot, lambda: at(app) not in (play, ""))
        await until(pilot, says(app, "Turn 1 (delve, depth 1)."))
        await press(pilot, ["s"])
        assert app.return_value is not None
        assert "Your seat is kept" in app.return_value.facts[0]


def at(app: UndercroftApp) -> str:
    """The play that is on the screen."""
    return app.screen.client.shown.id if isinstance(app.screen, OnlineTableScreen) else ""


@pytest.mark.anyio
async def test_the_others_are_called_on_the_full_screen(tmp_path: Path, house: Server) -> None:
    host, other = Host(house), Host(house, tmp_path)
    play, link = host.lay("tomb")
    other.ask(f"/api/seats/{link.rsplit('/', 1)[1]}", name="Bob")
    other.keep()
    to_the_end(host, play, other)
    async with at_table(tmp_path, arrive(tmp_path, link, ""), (80, 24)) as (app, pilot):
        await until(pilot, says(app, "a starts a rematch."))
        new = host.ask(f"/api/plays/{play}/again", same=False)["id"]
        await until(pilot, says(app, "A rematch has begun: a joins it."))
        await press(pilot, ["a"])
        await until(pilot, lambda: at(app) == new)
        await until(pilot, says(app, "Bob"))


@pytest.mark.anyio
async def test_whoever_looks_on_sees_the_table_on_the_full_screen(
    tmp_path: Path, house: Server
) -> None:
    host, play, link = lay_and_look_on(house, "tin")
    async with at_table(tmp_path, size=(80, 24)) as (app, pilot):
        await press(pilot, ["j"])
        row = app.screen.query_one("#link", Entry)
        row.value = link
        await until(pilot, says(app, f"F5, or Enter, watches at {house.url}"))
        await press(pilot, ["f5"])
        await until(pilot, says(app, "Dungeon in a Tin · you're watching"))
        assert "hint" not in shown(app)
        assert "undo" not in shown(app)
        await until(pilot, says(app, "Waiting for Ann."))
        table = app.screen
        assert isinstance(table, OnlineTableScreen)
        await press(pilot, ["1", "u", "h", "a", "apostrophe"])  # of no use
        await press(pilot, ["slash", *"undo", "enter"])
        await until(pilot, says(app, "you're watching; only players can do that."))
        await press(pilot, ["question_mark"])
        await until(pilot, says(app, "You're watching. Hidden cards stay hidden."))
        await press(pilot, ["escape", "c"])
        before = table.client.shown.at
        seen = host.ask(f"/api/plays/{play}")
        given = seen["question"]["options"][0]["answer"]
        host.ask(f"/api/plays/{play}/answers", at=seen["at"], answer=given)
        await until(pilot, lambda: table.client.shown.at > before)
        await press(pilot, ["s"])
        await until(pilot, says(app, "To watch again: undercroft join"))
