"""The keys at the table; the plain table and the browser have the same."""

from typing import Final

from textual.binding import Binding, BindingType

HERE: list[BindingType] = [
    Binding("1", "figure('1')", "answer", key_display="1-9"),
    *(Binding(figure, f"figure('{figure}')", show=False) for figure in "234567890"),
    Binding("u", "undo", "undo"),
    Binding("r", "redo", "redo"),
    Binding("h", "hint", "hint"),
    Binding("o", "page('odds')", "odds"),
    Binding("c", "page('story')", "story"),
    Binding("l", "page('log')", "log", show=False),
    Binding("t", "alone", "table", show=False),
    Binding("slash,colon", "type", "type", key_display="/", show=False),
    Binding("question_mark", "help", "help", key_display="?"),
    Binding("comma", "app.settings", "settings", key_display=","),
    Binding("space", "land", "show all", show=False),
    Binding("pageup", "leaf(-1)", show=False, priority=True),
    Binding("pagedown", "leaf(1)", show=False, priority=True),
    Binding("left_square_bracket", "scroll_table(-3)", show=False),
    Binding("right_square_bracket", "scroll_table(3)", show=False),
    Binding("escape", "escape", "back", show=False),
    Binding("enter", "enter", "go on", show=False),
    Binding("s,q", "leave", "save"),
]

OTHERWISE: Final = ("l", "space", "comma", "s,q")
ONLINE: list[BindingType] = [
    *(key for key in HERE if isinstance(key, Binding) and key.key not in OTHERWISE),
    Binding("comma", "app.settings", "settings", key_display=",", show=False),
    Binding("l", "next_page", "log, story or talk", show=False),
    Binding("apostrophe,quotation_mark", "say", "say", key_display="'"),
    Binding("y", "consent(True)", "agree", show=False),
    Binding("x", "consent(False)", "refuse", show=False),
    Binding("w", "who", "who"),
    Binding("a", "rematch", "rematch"),
    Binding("s,q", "leave", "leave"),
]
"""... and online, where others may talk, and must agree before one undoes an answer."""

FOR_PLAYERS: Final = ("figure", "undo", "redo", "hint", "say", "consent", "rematch")
