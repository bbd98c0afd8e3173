"""The keys at the table; the plain table and the browser have the same."""

from typing import Final

from textual.binding import Binding, BindingType

from undercroft.terminal.words import say

HERE: list[BindingType] = [
    Binding("1", "figure('1')", say("bar.answer"), key_display="1-9"),
    *(Binding(figure, f"figure('{figure}')", show=False) for figure in "234567890"),
    Binding("u", "undo", say("bar.undo")),
    Binding("r", "redo", say("bar.redo")),
    Binding("h", "hint", say("bar.hint")),
    Binding("o", "page('odds')", say("bar.odds")),
    Binding("c", "page('story')", say("bar.story")),
    Binding("l", "page('log')", show=False),
    Binding("a", "rematch", say("bar.again")),
    Binding("d", "rematch(True)", say("bar.same-deal")),
    Binding("w", "watch", say("bar.watch")),
    Binding("b", "win", say("bar.win")),
    Binding("t", "alone", show=False),
    Binding("slash,colon", "type", key_display="/", show=False),
    Binding("question_mark", "help", say("bar.help"), key_display="?"),
    Binding("comma", "app.settings", say("bar.settings"), key_display=","),
    Binding("space", "land", show=False),
    Binding("pageup", "leaf(-1)", show=False, priority=True),
    Binding("pagedown", "leaf(1)", show=False, priority=True),
    Binding("left_square_bracket", "scroll_table(-3)", show=False),
    Binding("right_square_bracket", "scroll_table(3)", show=False),
    Binding("escape", "escape", show=False),
    Binding("enter", "enter", show=False),
    Binding("s,q", "leave", say("bar.save")),
]

OTHERWISE: Final = ("l", "space", "comma", "a", "w", "s,q")
ONLINE: list[BindingType] = [
    *(key for key in HERE if isinstance(key, Binding) and key.key not in OTHERWISE),
    Binding("comma", "app.settings", key_display=",", show=False),
    Binding("l", "next_page", show=False),
    Binding("apostrophe,quotation_mark", "say", say("bar.say"), key_display="'"),
    Binding("y", "consent(True)", show=False),
    Binding("x", "consent(False)", show=False),
    Binding("w", "who", say("bar.who")),
    Binding("a", "rematch", say("bar.rematch")),
    Binding("s,q", "leave", say("bar.leave")),
]
"""... and online, where others may talk, and must agree before one undoes an answer."""

AFTER: Final = ("rematch", "watch", "win")  # the end
BEFORE: Final = ("figure", "hint", "redo")
FOR_PLAYERS: Final = ("figure", "undo", "redo", "hint", "say", "consent", "rematch")
