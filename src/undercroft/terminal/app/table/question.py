"""The open question: who is asked, what by, and what each option leads to."""

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from undercroft.terminal.words import say

HELD: Final = "…"
LOW: Final = 32  # lines; on a lower screen the table needs them more than the options, ...
FEW: Final = 7  # ... which have these at least, if there are so many


class Asking(Vertical):
    """Puts a question, and says what was picked or typed."""

    class Picked(Message):
        """An option was picked, by its place in the list."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Typed(Message):
        """A line was typed, as at the plain table."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._figures = ""  # of a number that may go on
        self._count = 0
        self._lines: list[Text] = []
        self._noted = ""
        self._room = 0  # lines that options may have on a low screen

    def compose(self) -> ComposeResult:
        """Prompt, options, a line to type on, and a line for what else there is to say."""
        yield Static(id="coach")
        yield Static(id="prompt")
        yield OptionList(id="options", compact=True, markup=False)
        yield Input(id="line", compact=True, select_on_focus=False)
        yield Static(id="notice")

    # -- what is shown ----------------------------------------------------------------------------

    def coach(self, lines: Sequence[str]) -> None:
        """Let the coach of a lesson speak, above the question."""
        said = self.query_one("#coach", Static)
        said.update(Text("\n".join(lines)))
        said.display = bool(lines)

    def offer(self, prompt: Text, options: Sequence[tuple[str, str]]) -> None:
        """Offer options, each as what it says and how it is written."""
        self._say(prompt, options)
        self.close_line()

    def wait(self, text: str) -> None:
        """Say what the table is waiting for; there is nothing to pick."""
        self._say(Text(text), [])
        self.query_one("#line").display = False
        self.focus_on_options()

    def hold(self) -> None:
        """Keep the question that was answered in its place, but dim, while cards land."""
        self.add_class("-held")
        self.note(HELD)

    def release(self) -> None:
        """Let the question stand as before; what was noted meanwhile stays."""
        self.remove_class("-held")
        if self._noted == HELD:
            self.note("")

    def note(self, text: str, kind: str = "") -> None:
        """Say something beside the question."""
        self._noted = text
        notice = self.query_one("#notice", Static)
        notice.update(Text(text))
        notice.set_class(kind == "error", "-error")
        notice.display = bool(text)

    def _say(self, prompt: Text, options: Sequence[tuple[str, str]]) -> None:
        self.remove_class("-held")
        self._figures, self._count = "", len(options)
        self.query_one("#prompt", Static).update(prompt)
        self.note("")
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.display = bool(options)
        wide = len(str(len(options)))
        self._lines = [
            Text.assemble((f"{number:>{wide}} ", "bold"), text, (f"  {written}", "dim"))
            for number, (text, written) in enumerate(options, 1)
        ]
        listed.add_options(Option(line) for line in self.cut(0))
        if options:
            listed.highlighted = 0

    def cut(self, marked: int | None) -> list[Text]:
        """Give the options' lines, one of them marked.

        On a low screen the marked one is written out, and the others as far as there is room.
        """
        width = self.content_size.width - 1 if self.screen.size.height < LOW else None
        lines = [
            Text.assemble(("▸" if at == marked else " ", "bold"), line)
            for at, line in enumerate(self._lines)
        ]
        if width is None:
            return lines
        room = self._room - len(lines)
        for at in sorted(range(len(lines)), key=lambda at: at != marked):
            more = len(lines[at].wrap(self.app.console, max(width, 10))) - 1
            if more > room and at != marked:
                lines[at] = cropped(lines[at], width)
            else:
                room -= more
        return lines

    def fit(self, spare: int) -> None:
        """Let options have the lines that stand empty elsewhere, besides those they have."""
        listed = self.query_one(OptionList)
        self._room = listed.size.height + spare if listed.display else 0
        if self.screen.size.height < LOW:
            listed.styles.max_height = max(FEW, self._room)
        else:
            listed.styles.clear_rule("max_height")
        self.write_out(listed.highlighted)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Write the marked option out."""
        event.stop()
        self.write_out(event.option_index)

    def write_out(self, marked: int | None) -> None:
        """Write the marked option out, and the others as there is room."""
        listed = self.query_one(OptionList)
        if len(self._lines) == listed.option_count:
            for at, line in enumerate(self.cut(marked)):
                if listed.get_option_at_index(at).prompt != line:
                    listed.replace_option_prompt_at_index(at, line)

    def on_resize(self, _: events.Resize) -> None:
        """There may be more room now, or less."""
        self.write_out(self.query_one(OptionList).highlighted)

    @property
    def has_options(self) -> bool:
        """Whether there is something to pick."""
        return self._count > 0

    # -- picking ----------------------------------------------------------------------------------

    def press(self, figure: str) -> None:
        """Take a figure: of an option, or the first of several."""
        typed = self._figures + figure
        number = int(typed)
        if not 1 <= number <= self._count:
            self._figures = ""
            self.note(say("table.no-option", number=number, most=self._count), "error")
        elif number * 10 > self._count:
            self._figures = ""
            self.post_message(self.Picked(number - 1))
        else:
            self._figures = typed
            self.point_at(number - 1)
            self.note(say("table.figures", typed=typed))

    def point_at(self, at: int) -> None:
        """Move the mark to an option."""
        self.query_one(OptionList).highlighted = at

    def focus_on_options(self) -> None:
        """Let keys go to the options."""
        listed = self.query_one(OptionList)
        if listed.display:
            listed.focus()
        else:
            self.screen.set_focus(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        event.stop()
        self._figures = ""
        self.post_message(self.Picked(event.option_index))

    # -- typing -----------------------------------------------------------------------------------

    @property
    def is_typing(self) -> bool:
        """Whether the line is open."""
        return bool(self.query_one("#line").display)

    @property
    def half_typed(self) -> tuple[str, str] | None:
        """What the line is for, and what stands on it, if it is open."""
        line = self.query_one("#line", Input)
        return (line.placeholder, line.value) if self.is_typing else None

    def open_line(self, hint: str, typed: str = "") -> None:
        """Open the line."""
        line = self.query_one("#line", Input)
        line.placeholder = hint
        line.value = typed
        line.cursor_position = len(typed)
        line.display = True
        line.focus()

    def close_line(self) -> None:
        """Close the line."""
        self.query_one("#line").display = False
        self.focus_on_options()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter, on the line."""
        event.stop()
        text = event.value.strip()
        event.input.value = ""
        self.post_message(self.Typed(text))


def cropped(line: Text, width: int | None) -> Text:
    """Cut a line to a width, if there is one."""
    if width is not None:
        line.truncate(max(width, 10), overflow="ellipsis")
    return line
