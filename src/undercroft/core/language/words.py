"""What is said, in words: a game's `words.toml`, or a surface's. English is nowhere else.

    [titles]              names of components and of the game itself
    [texts]               what a component says, filled with the component as `it`
    [questions.face]      prompt and clause
    [options.face.draw]   what to do, and what it leads to
    [events.wounded]      text and clause
    [changed]             a number that a variant changed, behind a title: `worth = "worth {value}"`
    [company]             what its bots are called, by their faces (see `names.py`)
    [numbers]             lists of words that numbers are written as
    [chronicle]           sentences to choose from
    [standing]            how the places at the end are told (see `standing.py`)
    [option-titles]       what the game's options are called, and [choice-titles.mode] their choices
    [preset-titles]       what its presets are called
    [table]               what parts of a table are called: `label("hand")` in a game's templates
    [fields]              what a view's fields are called, in a game that draws no table

A surface has tables of its own choosing; `say("lobby.empty")` gives a text by its place in them.

Texts are format strings. They are filled with the fields of the question, option or event, in which
whatever has a title is written as its title (`{card}`; `{card:id}` is the bare id). A number may be
counted (`{left:card|cards}` is "1 card", "1,000 cards"; the language says which form), signed
(`{amount:+}`), or written as a word of a list in [numbers] (`{depth:ordinal}`); `{card:text}` is
what a card says; `{terms:sum}` writes pairs of an id and a number as a sum ("Strength 4 + Sword 2 -
Blind 1"). Where the text depends on a field, it is a table: `{by = "encounter.kind", monster =
"...", otherwise = "..."}`, whose texts may be tables again. Yes, no and nothing are `yes`, `no` and
`none` there. By `seat`, 0 is a person playing alone, who needs no name; where the seats have names,
it is told of like the others.

A component that a variant has changed is titled with its new numbers, wherever it is named, but for
those that its text says; `{card:short}` is its id with them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from gettext import c2py
from string import Formatter
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import msgspec

from undercroft.core.events import Event
from undercroft.core.questions import Decision, Fate, Option, Question, word_of

_COPY = re.compile(r"(-\d+)?(\.\d+)?$")  # `deck-2.3`: seat 2's deck in the third game
_GAME = re.compile(r"\.\d+$")
Changes: TypeAlias = Mapping[str, Mapping[str, object]]
"""What a variant has changed: component, field, number."""

MINUS: Final = "\N{MINUS SIGN}"
_PLAIN = {True: "yes", False: "no", None: "none"}
ENGLISH: Final = "n != 1"  # which form goes with a number, as gettext writes it


@cache
def plural_rule(expression: str) -> Callable[[int], int]:
    """Make a language's rule for plurals of its expression."""
    rule: Callable[[int], int] = c2py(expression)
    return rule


_PLAIN_FIELD = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)*")  # `card`, `it.strength`
_Piece: TypeAlias = tuple[str, str, Sequence[str], str]


@lru_cache(10_000)
def _pieces(text: str) -> Sequence[_Piece] | None:
    """Take a text apart, once: what stands before a field, its name, its path, how it is said.

    `None`, if there is more to it than that.
    """
    pieces = list[_Piece]()
    for before, field, spec, conversion in Formatter().parse(text):
        if field is None:
            pieces.append((before, "", (), ""))
        elif conversion or "{" in (spec or "") or not _PLAIN_FIELD.fullmatch(field):
            return None
        else:
            name, *path = field.split(".")
            pieces.append((before, name, path, spec or ""))
    return pieces


class _Spoken(Formatter):
    """Formats ids as their titles, numbers as words, and lists as enumerations."""

    def __init__(
        self,
        titles: Mapping[str, str],
        texts: Mapping[str, str],
        numbers: Mapping[str, Sequence[str]],
        notes: Mapping[str, str],
        plural: Callable[[int], int],
    ) -> None:
        self.titles = titles
        self.texts = texts
        self.numbers = numbers
        self.notes = notes
        self.plural = plural

    def vformat(self, text: str, args: Sequence[Any], fields: Mapping[str, Any]) -> str:
        pieces = _pieces(text)
        if pieces is None:
            return super().vformat(text, args, fields)
        filled = []
        for before, name, path, spec in pieces:
            filled.append(before)
            if name:
                value = fields[name]
                for attribute in path:
                    value = getattr(value, attribute)
                filled.append(self.format_field(value, spec))
        return "".join(filled)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "sum":
            return self.as_sum(value)
        if isinstance(value, list | tuple):
            return ", ".join(self.format_field(item, format_spec) for item in value)
        text = _PLAIN[value] if value is None or isinstance(value, bool) else str(value)
        if format_spec == "id":
            return text
        if format_spec == "short":
            return f"{text} ({self.notes[text]})" if text in self.notes else text
        if format_spec == "text":
            return self.vformat(self.texts[text], (), {"it": value})
        if format_spec == "+":
            return f"{value:+}".replace("-", MINUS) if value else "±0"
        if "|" in format_spec:
            forms = format_spec.split("|")
            return f"{value:,} {forms[min(self.plural(value), len(forms) - 1)]}"
        if format_spec in self.numbers:
            words = self.numbers[format_spec]
            return words[value] if 0 <= value < len(words) else text
        return self.titles.get(text, text)

    def as_sum(self, terms: Sequence[tuple[str, int]]) -> str:
        """Write terms one after the other, each with its name; the first has no sign."""
        signed = [
            f"{MINUS if number < 0 else '+'} {self.titles[id]} {abs(number)}"
            for id, number in terms
        ]
        return " ".join(signed).removeprefix("+ ")


def say_alike(tables: dict[str, Any], id: str, like: str, title: str) -> None:
    """Say of a component what is said of another, but under a title of its own."""
    for table in tables.values():
        if isinstance(table, dict) and like in table:
            table[id] = table[like]
    tables.setdefault("titles", {})[id] = title


class Words:
    """The words of one game, or of one surface."""

    def __init__(self, tables: dict[str, Any], changes: Changes | None = None) -> None:
        self.tables = tables
        self._titles: dict[str, str] = self.tables.get("titles", {})
        self._names: dict[str, str] = {**self._titles}
        self._notes: dict[str, str] = {}
        self.is_called = False  # by names: see `calling`
        self._last: Callable[[str], str] | None = None  # who has the last word on a filled text
        texts, numbers = self.tables.get("texts", {}), self.tables.get("numbers", {})
        plural = plural_rule(tables.get("plural", ENGLISH))
        self._spoken = _Spoken(self._titles, texts, numbers, self._notes, plural)
        for id, fields in (changes or {}).items():
            said = str(texts.get(id, ""))
            unsaid = {name: n for name, n in fields.items() if f"{{it.{name}}}" not in said}
            if unsaid:
                self._notes[id] = self._note(unsaid)
                self._titles[id] = f"{self.name(id)} ({self._notes[id]})"

    def _note(self, fields: Mapping[str, object]) -> str:
        texts = self.tables.get("changed", {})
        plain = {name: f"{name.replace('_', ' ')} {{value}}" for name in fields}
        return ", ".join(
            self.fill(texts.get(name, plain[name]), {"value": value})
            for name, value in fields.items()
        )

    def calling(self, names: Sequence[str], last: Callable[[str], str] | None = None) -> "Words":
        """Give the same words, in which each seat is called by its name.

        `last` has the last word on each text that is filled: see `addressing.py`.
        """
        called, spoken = copy(self), self._spoken
        usual = spoken.numbers.get("player", ())
        titles = {  # "player 1's deck"
            id: name + title[len(seat) :]
            for seat, name in zip(usual, names, strict=False)
            for id, title in self._titles.items()
            if title.lower().startswith(seat.lower())
        }
        called.is_called, called._titles = True, {**self._titles, **titles}
        called._last = last
        numbers = {**spoken.numbers, **dict.fromkeys(("player", "seat"), names)}
        called._spoken = _Spoken(called._titles, spoken.texts, numbers, spoken.notes, spoken.plural)
        return called

    def say(self, key: str, **fields: object) -> str:
        """Give the text that stands at a place in the tables: `say("lobby.open", count=2)`."""
        text: Any = self.tables
        for name in key.split("."):
            text = text[name]
        return self.fill(text, fields)

    def player(self, seat: int) -> str:
        """Say what a seat is called."""
        return self._finished(self._spoken.format_field(seat, "player"))

    def title(self, id: str) -> str:
        """Give the name of a component, or of anything with an id; and what a variant changed."""
        return self._finished(self._titles.get(id, id))

    def name(self, id: str) -> str:
        """Give the name alone, whatever a variant has changed."""
        return self._names.get(id, id)

    def note(self, id: str) -> str:
        """Say what a variant has changed about a component; nothing if nothing."""
        return self._notes.get(id, "")

    def field(self, name: str) -> str:
        """Give what a field of a view is called, where a table is listed field by field."""
        plain = name.replace("_", " ").capitalize()
        return str(self.tables.get("fields", {}).get(name, plain))

    def listed(self, value: object) -> str:
        """Write a field's value: whatever has a title by its title, several one after the other."""
        if not isinstance(value, tuple | list):
            return self._spoken.format_field(value, "")
        nested = any(isinstance(item, tuple | list) for item in value)
        return ("; " if nested else ", ").join(map(self.listed, value)) or "none"

    def text(self, component: object) -> str:
        """Give what a component says."""
        return self._spoken.format_field(component, "text")

    def among(self, text: Any, fields: Mapping[str, object]) -> Any:
        """Give, of a table of texts, the one that its `by` field says; anything else as it is."""
        while isinstance(text, Mapping):
            by = text["by"]
            case = self._spoken.vformat(f"{{{by}:id}}", (), fields)
            is_said = case in text and not (self.is_called and by == "seat")
            text = text[case if is_said else "otherwise"]
        return text

    def fill(self, text: str | Mapping[str, Any], fields: Mapping[str, object]) -> str:
        """Fill a text, or the fitting one of a table of texts, with fields."""
        return self._finished(self._spoken.vformat(self.among(text, fields), (), fields))

    def _finished(self, text: str) -> str:
        return text if self._last is None else self._last(text)

    def prompt(self, question: Question[Any]) -> str:
        """Say who asks, and why. Of a fate the text may name the `pile`, or the die.

        `by = "is_you.victim"` tells whether a field is the seat that is asked: it is called *you*.
        """
        text = self.tables["questions"][self.key(question)]["prompt"]
        if isinstance(question, Decision):
            asked = {name: it == question.seat for name, it in question.about.items()}
            return self.fill(text, {**question.about, "is_you": SimpleNamespace(**asked)})
        return self.fill(text, {"pile": _GAME.sub("", question.id)})

    def option(self, question: Decision[Any], option: object) -> str:
        """Say what an option is, and what it leads to."""
        text = self.tables["options"][question.id][word_of(option)]
        carried = msgspec.structs.asdict(option) if isinstance(option, Option) else {}
        return self.fill(text, {**question.about, **carried})

    def event(self, event: Event) -> str:
        """Tell an event in a line of the log; nothing, if the line of another event says it."""
        return self.fill(self.tables["events"][event.id]["text"], msgspec.structs.asdict(event))

    def clause(self, of: Question[Any] | Event) -> str:
        """Give the clause of the rules of record that a question or an event comes from."""
        if isinstance(of, Event):
            return str(self.tables["events"][of.id]["clause"])
        return str(self.tables["questions"][self.key(of)]["clause"])

    @staticmethod
    def key(question: Question[Any]) -> str:
        """Under which name a question's words stand; piles and dice of one kind share theirs."""
        return _COPY.sub("", question.label) if isinstance(question, Fate) else question.id
