"""The start: games to play and learn, to continue, and to watch again."""

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.describing import told_option
from undercroft.games import catalogue, find_game
from undercroft.lessons import Lesson, lessons_of
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.forms.study import StudyScreen
from undercroft.terminal.app.key_bar import KeyBar
from undercroft.terminal.app.pages import Page, headed, in_short, rules_page
from undercroft.terminal.app.table.drawing import picture
from undercroft.terminal.app.themes import inks
from undercroft.terminal.local.journal_file import delete
from undercroft.terminal.local.saved_games import Kept, in_progress, over, standing
from undercroft.terminal.online.remembered import Remembered, remembered
from undercroft.terminal.words import say

BANNER: Final = (  # a vault on pillars
    " ╭───╮ ╭───╮                         ╭───╮ ╭───╮ ",
    " │   │ │   │   U N D E R C R O F T   │   │ │   │ ",
    "━┷━━━┷━┷━━━┷━━━━━━━━━━━━━━━━━━━━━━━━━┷━━━┷━┷━━━┷━",
)


class Item(NamedTuple):
    """Something to choose."""

    kind: str  # play, learn, resume, watch, join, puzzle
    game: Game[Any, Any] | None = None
    kept: Kept | Remembered | None = None
    lesson: Lesson | None = None


class StartScreen(Screen[None]):
    """Lists what there is, and says more of what is marked."""

    class Play(Message):
        """Play a game."""

        def __init__(self, game: Game[Any, Any], *, today: bool) -> None:
            super().__init__()
            self.game, self.today = game, today

    class Learn(Message):
        """Begin a lesson."""

        def __init__(self, game: Game[Any, Any], lesson: Lesson) -> None:
            super().__init__()
            self.game, self.lesson = game, lesson

    class Solve(Message):
        """Solve a game's puzzles."""

        def __init__(self, game: Game[Any, Any]) -> None:
            super().__init__()
            self.game = game

    class GoOn(Message):
        """Go on with a play."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    class GoBack(Message):
        """Go back to an online table."""

        def __init__(self, url: str) -> None:
            super().__init__()
            self.url = url

    class Watch(Message):
        """Watch a play again."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    class Join(Message):
        """Sit down at somebody's table on a server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "figure('1')", say("bar.choose"), key_display="1-9"),
        *(Binding(figure, f"figure('{figure}')", show=False) for figure in "234567890"),
        Binding("d", "today", say("bar.today")),
        Binding("l", "learn", say("bar.learn")),
        Binding("r", "rules", say("bar.rules")),
        Binding("s", "study", say("bar.study")),
        Binding("p", "puzzles", say("bar.puzzles")),
        Binding("j", "join", say("bar.join")),
        Binding("x,delete", "delete", say("bar.delete"), key_display="x"),
        Binding("comma", "app.settings", say("bar.settings"), key_display=","),
        Binding("question_mark", "help", say("bar.help"), key_display="?"),
        Binding("q,escape", "app.quit", say("bar.leave"), key_display="q"),
    ]

    def __init__(self, home: Path) -> None:
        super().__init__()
        self._home = home
        self._items: list[Item | None] = []  # as in the list; `None` is a heading
        self._figures = ""  # of a number that may go on
        self._doomed: Item | None = None  # to be deleted, if that is said once more

    def compose(self) -> ComposeResult:
        """A banner, the list, and what is marked in it."""
        yield Static(Text("\n".join(BANNER), no_wrap=True, overflow="crop"), id="banner")
        with Horizontal(id="hall"):
            yield OptionList(id="menu", compact=True, markup=False)
            with VerticalScroll(id="more", can_focus=False):
                yield Static(id="about")
        yield Static(id="notice")
        yield KeyBar()

    def on_mount(self) -> None:
        """Say nothing yet."""
        self.say("")

    def on_screen_resume(self) -> None:
        """Look again at what lies on the disk."""
        self.fill()

    def say(self, text: str) -> None:
        """Say something below the list."""
        notice = self.query_one("#notice", Static)
        notice.update(Text(text))
        notice.display = bool(text)

    def fill(self) -> None:
        """List games, plays in progress, and plays that are over."""
        try:
            kept: list[Kept | Remembered] = [*in_progress(self._home), *remembered(self._home)]
            done = over(self._home)
        except Refused as error:
            kept, done = [], []
            self.say(f"{error}.")
        kept.sort(key=lambda play: play.when, reverse=True)
        groups = {
            say("start.play"): [Item("play", game) for game in catalogue().values()],
            say("start.continue"): [Item("resume", kept=play) for play in kept],
            say("start.watch"): [Item("watch", kept=play) for play in done],
            say("start.online"): [Item("join")],
            say("start.puzzles"): [Item("puzzle")],
            say("start.learn"): [
                Item("learn", game, lesson=lesson)
                for game in catalogue().values()
                for lesson in lessons_of(game.id)
            ],
        }
        menu = self.query_one(OptionList)
        at = menu.highlighted
        menu.clear_options()
        self._items = []
        number = 0
        for heading, items in groups.items():
            if not items:
                continue
            menu.add_option(Option(Text(heading, "bold underline"), disabled=True))
            self._items.append(None)
            for item in items:
                number += item.lesson is None
                menu.add_option(Option(line_of(item, number)))
                self._items.append(item)
        menu.highlighted = min(at or 1, len(self._items) - 1)
        menu.focus()
        self.run_worker(self.tell_all(), exclusive=True, group="all")

    # -- keys -------------------------------------------------------------------------------------

    @property
    def item(self) -> Item | None:
        """What is marked."""
        at = self.query_one(OptionList).highlighted
        return None if at is None else self._items[at]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say more of what is marked."""
        item = self._items[event.option_index]
        if item is not None:
            self.query_one("#about", Static).update(about(item))
            self.mark(event.option_index)
            self._doomed = None
            self.refresh_bindings()
            if isinstance(item.kept, Kept):
                self.run_worker(self.tell_standing(item), exclusive=True, group="standing")

    async def tell_standing(self, item: Item) -> None:
        """Say where a game stands, beside the screen: it is played again for that."""
        if not isinstance(item.kept, Kept):
            return
        try:
            stands = await in_background(partial(standing, item.kept))
        except Refused as error:
            stood: RenderableType = Text(f"{error}.")
        else:
            room = self.query_one("#more").scrollable_content_region
            size, colours = (room.width, room.height), inks(self.app.theme)
            drawn = picture(item.kept.rules, stands.view, size, colours)
            stood = Group(Text(stands.last), Text(stands.asked, "bold"), Text(), drawn, Text())
        if item is self.item:
            self.query_one("#about", Static).update(about(item, stood))

    async def tell_all(self) -> None:
        """Say in the list how each game in progress stands: it is played again for that."""
        menu = self.query_one(OptionList)
        for at, item in enumerate(self._items):
            if item is None or item.kind != "resume" or not isinstance(item.kept, Kept):
                continue
            try:
                stands = await in_background(partial(standing, item.kept))
            except Refused:
                continue  # what is marked says why
            line = menu.get_option_at_index(at).prompt
            if stands.numbers and isinstance(line, Text):
                told = Text(f"\n     {stands.numbers}", "dim")
                menu.replace_option_prompt_at_index(at, line.split("\n")[0] + told)

    def mark(self, marked: int) -> None:
        """Set a mark before the line, for those who see no colours."""
        menu = self.query_one(OptionList)
        for at in range(menu.option_count):
            line = menu.get_option_at_index(at).prompt
            if isinstance(line, Text) and self._items[at] is not None:
                sign = "▸" if at == marked else " "
                if line.plain[0] != sign:
                    menu.replace_option_prompt_at_index(at, Text(sign, "bold") + line[1:])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        item = self._items[event.option_index]
        if item is not None:
            self.choose(item)

    def choose(self, item: Item) -> None:
        """Do what an item is for."""
        self.say("")
        self._figures = ""
        if item.game is not None and item.lesson is not None:
            self.post_message(self.Learn(item.game, item.lesson))
        elif item.game is not None:
            self.post_message(self.Play(item.game, today=False))
        elif isinstance(item.kept, Remembered):
            self.post_message(self.GoBack(item.kept.note.url))
        elif item.kept is not None:
            kind = self.GoOn if item.kind == "resume" else self.Watch
            self.post_message(kind(item.kept.path))
        elif item.kind == "puzzle":
            self.action_puzzles()
        else:
            self.action_join()

    def action_figure(self, figure: str) -> None:
        """Choose by number."""
        items = [item for item in self._items if item is not None and item.lesson is None]
        typed, self._figures = self._figures + figure, ""
        number = int(typed)
        if not 1 <= number <= len(items):
            self.say(say("start.no-figure", figure=typed))
        elif number * 10 > len(items):
            self.choose(items[number - 1])
        else:
            self._figures = typed
            self.query_one(OptionList).highlighted = self._items.index(items[number - 1])
            self.say(say("table.figures", typed=typed))

    def marked_game(self) -> Game[Any, Any]:
        """Give the game that is marked, or whose play is."""
        item = self.item
        if item is not None and item.game is not None:
            return item.game
        games = catalogue()
        if item is not None and item.kept is not None and item.kept.game in games:
            return games[item.kept.game]
        return next(iter(games.values()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is of use now: only a game that is kept here can be deleted."""
        return action != "delete" or (self.item is not None and isinstance(self.item.kept, Kept))

    def action_delete(self) -> None:
        """Delete the game that is marked, when that is said twice."""
        item = self.item
        if item is None or not isinstance(item.kept, Kept):
            return
        if self._doomed is not item:
            self._doomed = item
            self.say(say("start.delete", game=item.kept.title, when=ago(item.kept.when)))
            return
        try:
            delete(item.kept.path)
        except Refused as error:
            self.say(f"{error}.")
        else:
            self.say(say("start.deleted", game=item.kept.title))
        self.fill()

    def action_today(self) -> None:
        """Play today's deal of the game that is marked."""
        self.post_message(self.Play(self.marked_game(), today=True))

    def action_learn(self) -> None:
        """Begin the first lesson of the game that is marked; without one, explain it."""
        game = self.marked_game()
        lesson = next(iter(lessons_of(game.id)), None)
        if lesson is None:
            self.action_rules()
        else:
            self.post_message(self.Learn(game, lesson))

    def action_rules(self) -> None:
        """Explain the game that is marked."""
        self.app.push_screen(rules_page(self.marked_game()))

    def action_study(self) -> None:
        """Let bots play the game that is marked, many times."""
        self.app.push_screen(StudyScreen(self.marked_game()))

    def action_puzzles(self) -> None:
        """Solve puzzles of the game that is marked."""
        self.post_message(self.Solve(self.marked_game()))

    def action_join(self) -> None:
        """Join an online table."""
        self.post_message(self.Join())

    def action_help(self) -> None:
        """Explain the keys."""
        here = [headed(say("start.here")), Text(say("keys.start")), Text()]
        there = [headed(say("start.at-the-table")), Text(say("keys.here"))]
        self.app.push_screen(Page(say("page.help"), Group(*here, *there)))


def line_of(item: Item, number: int) -> Text:
    """Write an item's line."""
    if item.game is not None and item.lesson is not None:  # no figure: so one is enough for games
        first = item.lesson is lessons_of(item.game.id)[0]
        return Text.assemble("    ", item.game.title if first else item.lesson.title)
    figure = (f" {number:>2} ", "bold")
    if item.game is not None:
        return Text.assemble(figure, item.game.title)
    if item.kept is None:
        return Text.assemble(figure, say(f"{item.kind}.title"))
    where = say("start.is-online") if isinstance(item.kept, Remembered) else ago(item.kept.when)
    short = item.kept.title.split(":")[0]
    if isinstance(item.kept, Remembered):
        return Text.assemble(figure, short, (f"  {where}", "dim"))
    if item.kind == "resume":  # how it stands is told as soon as it is known
        return Text.assemble(figure, short, (f"  {where}", "dim"))
    done = say("start.answers", count=item.kept.decisions)
    return Text.assemble(figure, short, (f"  {where}, {done}", "dim"))


def about(item: Item, stands: RenderableType = "") -> RenderableType:
    """Say more of an item; of a game that is kept here, where it stands."""
    if item.game is not None:
        least, most = item.game.seats
        seats = least if least == most else say("start.between", least=least, most=most)
        facts = say("start.facts", seats=seats)
        if time := item.game.words.tables.get("help", {}).get("time"):
            facts = f"{facts} {say('start.lasts', time=time)}"
        told = (Text(item.game.title, "bold"), Text(facts, "dim"), Text(say("start.ways"), "dim"))
        return Group(*told, Text(), *in_short(item.game))
    if item.kept is None:
        return Group(Text(say(f"{item.kind}.title"), "bold"), Text(say(f"{item.kind}.about")))
    kept = item.kept
    if isinstance(kept, Remembered):
        lines = [say("start.seat", seat=kept.note.seat), say("start.were", when=written(kept.when))]
        return Group(Text(kept.title, "bold"), Text("\n".join([*lines, "", kept.note.url])))
    game, given = find_game(kept.game), kept.journal.options.items()
    options = [told_option(game, name, value) for name, value in given]
    bots = kept.notes.bots.items()
    seated = [say("start.bot", number=seat + 1, bot=bot) for seat, bot in bots]
    script = "form.lesson" if kept.notes.lesson else "form.real"
    cards = say("form.dealt" if kept.journal.sealed else script)
    seats = kept.journal.seats
    lines = [
        say("start.last", when=written(kept.when)),
        say("start.kept", decisions=kept.decisions, seats=seats, cards=cards),
        *options,
        *seated,
        "",
        f"{kept.path}",
    ]
    return Group(Text(kept.title, "bold"), stands, Text("\n".join(lines)))


def written(when: datetime) -> str:
    """Write a time out."""
    fields = {"day": f"{when:%d}", "year": when.year, "time": f"{when:%H:%M}"}
    return say("dates.long", weekday=when.weekday(), month=when.month, **fields)


def ago(when: datetime) -> str:
    """Say when, the shorter the nearer."""
    now = datetime.now().astimezone()
    if when.date() == now.date():
        return f"{when:%H:%M}"
    if when.year == now.year:
        return say("dates.day", day=f"{when:%d}", month=when.month)
    return f"{when:%Y-%m-%d}"
