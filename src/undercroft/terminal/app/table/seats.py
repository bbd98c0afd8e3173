"""Who is at an online table, and what can be done about them: a list to choose from."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from undercroft.terminal.client import Offer
from undercroft.terminal.words import say


class SeatsScreen(ModalScreen[str | None]):
    """Lists the seats; gives the words for what was chosen, if anything was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,w", "close", say("bar.close"), key_display="Esc"),
        *(Binding(figure, f"figure({figure})", show=False) for figure in "123456789"),
    ]

    def __init__(self, seats: Sequence[str], offers: Sequence[Offer]) -> None:
        super().__init__()
        self._seats, self._offers = seats, offers

    def compose(self) -> ComposeResult:
        """The seats, and below them what can be done."""
        with VerticalScroll(id="page", can_focus=False) as page:
            page.border_title = escape(say("table.who"))
            page.border_subtitle = escape(say("page.closes"))
            yield Static(Text("\n".join(self._seats)))
            listed = OptionList(*self.lines(0), id="offers", compact=True, markup=False)
            listed.display = bool(self._offers)
            yield listed

    def lines(self, marked: int) -> list[Text]:
        """Write what can be done; a sign marks one of them, for those who see no colours."""
        return [
            Text.assemble(
                ("▸" if at == marked else " ", "bold"),
                (f"{at + 1} ", "bold"),
                it.text,
                (f"  {it.words}", "dim"),
            )
            for at, it in enumerate(self._offers)
        ]

    def on_mount(self) -> None:
        """Let keys go to the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the mark."""
        event.stop()
        for at, line in enumerate(self.lines(event.option_index)):
            event.option_list.replace_option_prompt_at_index(at, line)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        event.stop()
        self.dismiss(self._offers[event.option_index].words)

    def action_figure(self, figure: int) -> None:
        """Choose by number."""
        if figure <= len(self._offers):
            self.dismiss(self._offers[figure - 1].words)

    def action_close(self) -> None:
        """Do nothing."""
        self.dismiss(None)
