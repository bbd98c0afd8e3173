"""A study: bots play a game many times, in a process of its own, while the screen goes on."""

import asyncio
import os
import shlex
import signal
import sys
from contextlib import suppress
from time import monotonic
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static
from textual.worker import Worker

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.describing import bot_title
from undercroft.terminal.app.forms.fields import Choice, Entry, Press
from undercroft.terminal.app.forms.game_options import GameForm, described
from undercroft.terminal.app.key_bar import KeyBar
from undercroft.terminal.app.table.heading import SPINNER
from undercroft.terminal.app.table.side_pages import bar
from undercroft.terminal.local.open_game import checked_seed
from undercroft.terminal.words import say

PLAYS: Final = ("100", "500", "1000", "5000", "10000", "50000")
WIDE: Final = 30  # the bar


class StudyScreen(GameForm[None]):
    """Asks what to study, shows how far it is, then what came out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "begin", say("bar.begin"), key_display="F5"),
        Binding("pageup", "leaf(-1)", show=False, priority=True),
        Binding("pagedown", "leaf(1)", say("bar.scroll"), key_display="PgUp PgDn", priority=True),
        Binding("escape", "back", say("bar.stop"), key_display="Esc"),
    ]

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self._work: Worker[None] | None = None
        self._began, self._done, self._plays = 0.0, 0, 1

    def compose(self) -> ComposeResult:
        """What to play, how often; below, how far it is, and the findings."""
        yield Static(Text(say("study.title", game=self.game.title)), id="title")
        with VerticalScroll(id="rows", can_focus=False):
            yield from self.rows()
        yield Static(id="means")
        yield Static(id="verdict")
        with VerticalScroll(id="findings", can_focus=False):
            yield Static(id="report")
        yield KeyBar()

    def rows(self) -> ComposeResult:
        """A row for everything that can be chosen."""
        game = self.game
        least, most = game.seats
        seats = [str(count) for count in range(least, most + 1)]
        bots = described(game.ranked_bots, game.words.tables.get("bots", {}))
        titles = {bot: bot_title(game, bot) for bot in game.bots}
        yield Choice(say("study.bot"), game.ranked_bots, game.rule_of_thumb, bots, titles, id="bot")
        yield Choice(say("form.seats"), seats, seats[0], say("form.seats-means"), id="seats")
        yield Choice(say("study.plays"), PLAYS, "1000", say("study.plays-means"), id="plays")
        yield Entry(say("form.seed"), "", say("form.new-seed"), say("study.seed-means"), id="seed")
        yield from self.rows_of_rules()
        yield Press(say("bar.begin"), say("form.press"), say("study.begin-means"), id="begin")

    def on_mount(self) -> None:
        """Begin at the top; move while something is under way."""
        self.query_one("#bot", Choice).focus()
        self.set_interval(0.1, self.tick)
        self.check()

    def say(self, text: str | Text, *, bad: bool = False) -> None:
        """Say how it stands."""
        verdict = self.query_one("#verdict", Static)
        verdict.update(Text(text) if isinstance(text, str) else text)
        verdict.set_class(bad, "-error")

    # -- the work ---------------------------------------------------------------------------------

    @property
    def is_under_way(self) -> bool:
        """Whether a study is under way."""
        return self._work is not None and self._work.is_running

    def command(self) -> list[str]:
        """Write the command that does the same; `Refused` says what does not fit."""
        named = [f"--{id}={self.value(id)}" for id in ("bot", "seats", "plays")]
        if self.value("variant"):
            named.append(f"--variant={self.value('variant')}")
        seed = checked_seed(self.value("seed") or None)
        return ["study", self.game.id, *named, *self.chosen_options(), f"--seed={seed}"]

    def chosen_options(self) -> list[str]:
        """Write the preset that the options make up, or those that are not as usual."""
        options, preset = self.options(), self.named_preset()
        self.game.read_options(options, int(self.value("seats")))
        if preset in self.game.presets:
            return [f"--preset={preset}"]
        changed = options.items() - self.usual().items()
        return [f"--option={name}={value}" for name, value in sorted(changed)]

    async def work(self, command: list[str]) -> None:
        """Let another process play, and read how far it is; nobody survives this one."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "undercroft", *command, "--ticks"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        try:
            findings, complaint = await asyncio.gather(
                all_of(process.stdout), self.count(process.stderr)
            )
            if await process.wait():
                self.say(complaint or say("study.failed"), bad=True)
            else:
                self.show(findings, shlex.join(command))
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # its workers, too
                await process.wait()

    async def count(self, lines: asyncio.StreamReader | None) -> str:
        """Read how many plays are done; give what else is said, which is why they are not."""
        complaint = ""
        async for line in lines or asyncio.StreamReader():
            said = line.decode(errors="replace").strip()
            if said.isdecimal():
                self._done = int(said)
            else:
                complaint = said
        return complaint

    def show(self, report: str, command: str) -> None:
        """Show the findings."""
        self.query_one("#report", Static).update(Text(report.rstrip()))
        self.query_one("#findings", VerticalScroll).scroll_home(animate=False)
        self.say(say("study.done", command=command))

    def tick(self) -> None:
        """Move, so that everybody sees that it goes on."""
        if self.is_under_way:
            passed = monotonic() - self._began
            sign = SPINNER[int(passed * 10) % len(SPINNER)]
            share = self._done / self._plays
            done, plays = f"{self._done:,}", f"{self._plays:,}"
            counted = say("study.counted", done=done, plays=plays, seconds=round(passed))
            self.say(f"{sign} {bar(share, WIDE)} {share:.0%}  {counted}")

    # -- keys -------------------------------------------------------------------------------------

    def action_begin(self) -> None:
        """Begin, if all fits and nothing is under way."""
        if self.is_under_way:
            return
        try:
            command = self.command()
        except Refused as error:
            self.app.bell()
            self.say(f"{error}.", bad=True)
            return
        self._began, self._done, self._plays = monotonic(), 0, int(self.value("plays"))
        self.query_one("#report", Static).update("")
        self.add_class("-begun")  # what is found needs the room
        self._work = self.run_worker(self.work(command), exclusive=True)

    def action_leaf(self, by: int) -> None:
        """Scroll the findings."""
        findings = self.query_one("#findings", VerticalScroll)
        findings.scroll_relative(y=by * max(1, findings.size.height - 1), animate=False)

    def action_back(self) -> None:
        """Stop what is under way; if nothing is, go back."""
        if self._work is not None and self.is_under_way:
            self._work.cancel()
            self.say(say("study.stopped", done=f"{self._done:,}"))
            self._work = None
        else:
            self.dismiss()

    def on_press_pressed(self, _: Press.Pressed) -> None:
        """The last row begins the study."""
        self.action_begin()

    def check(self) -> None:
        """Say at once whether the study can begin so; what was found belongs to what was chosen."""
        self.show_preset()
        if self.is_under_way:
            return
        try:
            self.command()
        except Refused as error:
            self.say(f"{error}.", bad=True)
        else:
            self.say(say("study.ready"))


async def all_of(stream: asyncio.StreamReader | None) -> str:
    """Read a stream to its end."""
    return (await stream.read()).decode(errors="replace") if stream else ""
