"""Tables as HTML, part by part, drawn from a seat's view.

A game's `WebTable` says what each part of its table shows; the macro of that name in the game's
`templates/table.html` draws it. A part is drawn once for equal values, then remembered: most of
what a game shows has been shown before, by this one or by another. Parts that tell what has just
happened, or what is asked, come from `recent`. A game without a `WebTable` is shown plainly. For a
table of several there is a drawing with marks for names.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from string import Formatter
from threading import Lock
from typing import Any, Final, NamedTuple, TypeAlias

from cachetools import LRUCache, cached
from jinja2 import (
    BytecodeCache,
    ChoiceLoader,
    Environment,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    nodes,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from undercroft.core.events import Event
from undercroft.core.game import Game, Parts, Rows, WebTable, fields_of, list_fields
from undercroft.core.language.languages import language
from undercroft.core.language.words import Words
from undercroft.core.questions import Decision, Fate, Option, Question, word_of
from undercroft.games import catalogue
from undercroft.web.words import say, say_html, script_words

MOST_PARTS: Final = 2_000  # drawings of one part that are remembered, before all are forgotten
MOST_PIECES: Final = 8_000  # ... and of small pieces, and lines of a log
MOST_VARIANTS: Final = 12  # whose drawings are kept: those used last
DIGITS: Final = 9  # options that have a key of their own
MARK: Final = "\ue000"  # here belongs the name of a seat, whose two digits follow

_LEAD: Final = re.compile(r"(.{3,40}?)([.:] .+)", re.DOTALL)
_PIECES: dict[Any, Markup] = {}

Hot: TypeAlias = Mapping[str, "Choice"]
Drawn: TypeAlias = dict[str, tuple[Any, ...]]
"""By part: what it was drawn from, its values and the options that lie there."""


class Choice(NamedTuple):
    """An option as it is shown: its digit, what to answer, what it says, where it lies.

    `place`: an id, or several with blanks between them. A place that several options lie on has
    no answer of its own, but theirs `among` it.
    """

    number: int
    answer: str
    text: str
    place: str
    among: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[str, str]:
        """What to do, and what it leads to, if the text says both."""
        found = _LEAD.match(self.text)
        return (found[1], found[2]) if found else (self.text, "")


class Line(NamedTuple):
    """A line of the log."""

    text: str
    clause: str
    html: str


class Compiled(BytecodeCache):
    """Templates, compiled once: each variant loads them anew, with its own numbers."""

    def __init__(self) -> None:
        self._found: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what was compiled before."""
        if bucket.key in self._found:
            bucket.bytecode_from_string(self._found[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what has been compiled."""
        self._found[bucket.key] = bucket.bytecode_to_string()


_COMPILED: Final = Compiled()


def shown(value: Any) -> Markup:
    """Escape what comes into a drawing; what has been drawn stays as it is, and is not copied."""
    return value if type(value) is Markup else escape(value)


class Plain(Macro):
    """A macro that is called with all of its arguments, in their order, as most are."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Draw."""
        more = self.caller or self.catch_varargs or self.catch_kwargs
        if more or named or len(given) != self._argument_count:
            return super().__call__(*given, **named)
        return as_markup(self._func(*given))


def as_markup(drawn: str) -> Markup:
    """Mark what has been drawn here as fit for drawings."""
    return str.__new__(Markup, drawn)


class Quickly(CodeGenerator):
    """Writes templates that escape by `shown`: most of what they put together has been drawn.

    They call with the arguments alone: nothing here wants the context.
    """

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Write a template; the last line says what it escapes by, and what its macros are."""
        super().visit_Template(node, frame)
        self.writeline(
            f"from {__name__} import {shown.__name__} as escape, {Plain.__name__} as Macro"
        )

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call."""
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        for stars, several in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if several is not None:
                self.write(stars)
                self.visit(several, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


def templates() -> Environment:
    """Find templates: `web/...` here, `<game>/...` in each game's folder."""
    loaders: dict[str, Any] = {"web": PackageLoader("undercroft.web")}
    for game in catalogue().values():
        if game.web:
            loaders[game.id] = PackageLoader(game.package)
    environment = Environment(
        loader=ChoiceLoader([PrefixLoader(loaders)]),
        bytecode_cache=_COMPILED,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.code_generator_class = Quickly
    environment.globals |= {
        "each": each,
        "once": once,
        "language": language(),
        "say": say,
        "say_html": say_html,
        "script_words": script_words(),
    }
    return environment


class Drawing:
    """How the table, questions and events of a game, or of its variant, are shown."""

    def __init__(
        self, game: Game[Any, Any], environment: Environment, words: Words | None = None
    ) -> None:
        self.game = game
        self.words: Words = words or game.words
        self.shared = environment.get_template("web/parts.html").module
        self.web = game.web or WebTable(parts=self._plainly)
        self.beats, self.sounds = self.web.beats, self.web.sounds
        self.needs_events = self.web.recent is not None
        self.table, self.picture = self.shared, None
        if game.web:
            title = {
                "title": self.words.title,
                "text": self.text,
                "name": self.words.name,
                "note": self.words.note,
                "label": self.label,
                "player": self.words.player,
                "changes": lambda id: game.changes.get(id, {}),
                "row": game.rows.__getitem__,
            }
            self.table = environment.get_template(f"{game.id}/table.html", globals=title).module
            cards = environment.get_template(f"{game.id}/cards.html", globals=title).module
            self.picture = cards.picture  # type: ignore[attr-defined]
        self._parts: defaultdict[str, dict[Any, str]] = defaultdict(dict)
        self._lines: dict[Any, Line] = {}
        self._labels: dict[Any, Markup] = {}
        self._choices: dict[Any, tuple[tuple[Choice, ...], Hot]] = {}
        self._fields: dict[type[Event], Callable[[Event], Any]] = {}

    # -- the table --------------------------------------------------------------------------------

    def parts(
        self,
        view: Any,
        question: Question[Any] | None,
        drawn: "Drawn | None" = None,
        *,
        told: Sequence[Event] = (),
    ) -> dict[str, str]:
        """Draw every part of the table; `question` is put to the viewer, who was `told`.

        `drawn` is what the last drawing was made of, and is kept up to date. Then only those parts
        are drawn that have changed since: most are the same as a moment ago.
        """
        hot = self._laid(question)[1] if question is not None else None
        laid_out = self.web.parts(self.game.rows, view)
        if self.web.recent is not None:
            laid_out = {**laid_out, **self.web.recent(self.game.rows, view, question, told)}
        parts = {}
        for name, values in laid_out.items():
            here = None
            if hot and "places" in values:
                here = {place: hot[place] for place in values["places"] if place in hot} or None
            now = (*values.values(), *here.values()) if here else (*values.values(),)
            if drawn is not None:
                if drawn.get(name) == now:
                    continue
                drawn[name] = now
            part = self._parts[name].get(now)
            if part is None:
                part = self._part(name, values, here)
                _remember(self._parts[name], now, part, MOST_PARTS)
            parts[name] = part
        return parts

    def _part(self, name: str, values: Mapping[str, Any], here: Hot | None) -> str:
        """Draw a part from its values, and the options that lie `here`."""
        macro = getattr(self.table, name)
        given = {**values, "hot": here or {}}
        return str(macro(*[given[argument] for argument in macro.arguments]))

    def layout(self, parts: Mapping[str, str]) -> Markup:
        """Put the parts of a table together."""
        marked = {name: Markup(part) for name, part in parts.items()}  # noqa: S704 (drawn here)
        return Markup(self.table.layout(marked))  # type: ignore[attr-defined]  # noqa: S704

    def _plainly(self, rows: Rows, view: Any) -> Parts:
        """Show the table of a game that draws none here: its text, or what is seen, listed."""
        if self.game.draw_table is not list_fields:
            return {"text": {"table": self.game.draw_table(rows, view, self.words), "fields": ()}}
        fields = tuple(
            [(self.words.field(name), self._items(value)) for name, value in fields_of(view)]
        )
        return {"text": {"table": "", "fields": fields}}

    def _items(self, value: Any) -> tuple[tuple[str, ...], ...]:
        """Write a value as lines of pieces: a line for each seat, where there is one for each."""
        nested = isinstance(value, tuple) and any(isinstance(item, tuple) for item in value)
        lines = value if nested else (value,)
        return tuple(
            tuple(map(self.words.listed, line if isinstance(line, tuple) else (line,)))
            for line in lines
        )

    def text(self, id: str) -> str:
        """Say what a component says, or anything else that has a text."""
        return self.words.text(self.game.rows.get(id, id))

    def label(self, key: str, **fields: object) -> Markup:
        """Say what a part of the table is called: a text of the game's `[table]`, filled."""
        of = (key, *fields.items())
        text = self._labels.get(of)
        if text is None:
            text = escape(self.words.fill(self.words.tables["table"][key], fields))
            _remember(self._labels, of, text, MOST_PIECES)
        return text

    def score(self, view: Any) -> Markup:
        """Draw the score of a finished play, if the game has anything to say of it."""
        drawn = getattr(self.table, "score", None)
        return Markup(drawn(view) if drawn else "")  # noqa: S704 (drawn here)

    def luck(self, events: Sequence[Event], rows: Rows) -> Markup:
        """Draw what luck gave, if the game counts it and has a macro for it."""
        if self.game.luck is None or self.game.web is None:
            return Markup("")
        return Markup(self.table.luck(self.game.luck(events, rows)))  # type: ignore[attr-defined]  # noqa: S704

    # -- questions --------------------------------------------------------------------------------

    def choices(self, question: Question[Any] | None) -> tuple[Choice, ...]:
        """List what may be answered, each with what it leads to and where it lies."""
        return self._laid(question)[0]

    def _laid(self, question: Question[Any] | None) -> tuple[tuple[Choice, ...], Hot]:
        """List what may be answered, and what of it lies on each place."""
        if question is None:
            return (), {}
        key = _key(question)
        found = self._choices.get(key)
        if found is None:
            choices = tuple(self._list(question))
            found = choices, laid(choices)
            _remember(self._choices, key, found, MOST_PARTS)
        return found

    def _list(self, question: Question[Any]) -> list[Choice]:
        answers = dict.fromkeys(map(str, question.choices))
        if isinstance(question, Decision):
            by_answer = {str(option): option for option in question.choices}
            return [
                Choice(n, a, self.words.option(question, by_answer[a]), self._place(by_answer[a]))
                for n, a in enumerate(answers, 1)
            ]
        return [Choice(n, a, self.words.title(a), "") for n, a in enumerate(answers, 1)]

    def _place(self, option: object) -> str:
        if self.web.place is not None and isinstance(option, Option):
            return self.web.place(option)
        target = self.web.targets.get(word_of(option))
        if isinstance(option, Option):  # a target may say `floor-{}`, for what the option carries
            return (target or "{}").format(getattr(option, option.__struct_fields__[0]))
        return target or ""

    def prompt(
        self,
        question: Question[Any] | None,
        waiting: bool,
        *,
        known: bool = True,
        view: Any = None,
    ) -> str:
        """Draw the open question, with its options as buttons; those who wait may not know it.

        To the seat that is asked, whose `view` it is, what may kill says so.
        """
        if question is None:
            return ""
        secret = waiting and not known
        dangers = {} if waiting or view is None else self.dangers(question, view)
        key = (waiting, None if secret else _key(question), *dangers.items())
        part = self._parts["prompt"].get(key)
        if part is None:
            choices = () if secret else self.choices(question)
            part = str(
                self.shared.prompt(  # type: ignore[attr-defined]
                    game=self.game.id,
                    text="" if secret else self.words.prompt(question),
                    name="" if secret else self.words.clause(question),
                    choices=choices,
                    digits=DIGITS,
                    fate=isinstance(question, Fate),
                    waiting=waiting,
                    asked=self._asked(question) if waiting and known else "",
                    pressing=self._is_pressing(question),
                    may_pass=self.web.is_pressing is not None,
                    passes=self.game.passes,
                    dangers=dangers,
                    marked=self.marked(question, dangers),
                    face=self.picture,
                )
            )
            _remember(self._parts["prompt"], key, part, MOST_PARTS)
        return part

    def dangers(self, question: Question[Any], view: Any) -> dict[str, str]:
        """Say for each option that may kill how it does."""
        if not isinstance(question, Decision):
            return {}
        texts = self.words.tables.get("dangers", {})
        found = self.game.dangers(self.game.rows, view, question)
        return {
            answer: self.words.fill(texts[key], fields) for answer, (key, fields) in found.items()
        }

    def marked(self, question: Question[Any], dangers: Mapping[str, str]) -> str | None:
        """Give the option that Enter takes: the first that does no harm, if there is one."""
        if not isinstance(question, Decision):
            return None
        safe = self.game.passes | self.game.harmless
        answers = [(str(option), word_of(option)) for option in question.options]
        return next((a for a, word in answers if word in safe and a not in dangers), None)

    def _is_pressing(self, question: Question[Any]) -> bool:
        """Whether a question is not to be passed without a look."""
        if not isinstance(question, Decision):
            return False
        return self.web.is_pressing is None or self.web.is_pressing(question)

    def _asked(self, question: Question[Any]) -> str:
        return (
            self.words.player(question.seat)
            if isinstance(question, Decision)
            else say("prompt.fate")
        )

    # -- events -----------------------------------------------------------------------------------

    def line(self, event: Event) -> Line:
        """Tell an event as a line of the log."""
        kind = type(event)
        read = self._fields.get(kind)
        if read is None:
            used = _fields_used(self.words.tables["events"][event.id]["text"])
            read = attrgetter(*sorted(set(used))) if used else type
            self._fields[kind] = read
        key = (kind, read(event))
        line = self._lines.get(key)
        if line is None:
            text, clause = self.words.event(event), self.words.clause(event)
            html = self.shared.line(self.game.id, text, clause)  # type: ignore[attr-defined]
            line = Line(text, clause, str(html) if text else "")  # no text: another line says it
            _remember(self._lines, key, line, MOST_PIECES)
        return line


def laid(choices: Sequence[Choice]) -> dict[str, Choice]:
    """Lay options on their places; of several on one place, the place gets all."""
    hot: dict[str, Choice] = {}
    for choice in choices:
        for place in choice.place.split():
            other = hot.get(place)
            if other is not None:
                among = (*(other.among or (other.answer,)), choice.answer)
                hot[place] = Choice(0, "", say("prompt.ways", count=len(among)), place, among)
            else:
                hot[place] = choice
    return hot


def each(
    macro: Any, items: Iterable[Any], *more: Any, hot: Hot | None = None, hot_macro: Any = None
) -> Markup:
    """Draw small pieces in a row, each once for equal arguments. For templates.

    An item is an id, or the macro's arguments. What an option lies on is drawn by `hot_macro`.
    """
    drawn = []
    for item in items:
        arguments = (*item, *more) if isinstance(item, tuple) else (item, *more)
        if hot and arguments[0] in hot:
            drawn.append(once(hot_macro, *arguments, hot[arguments[0]]))
        else:
            drawn.append(_PIECES.get((macro, arguments)) or once(macro, *arguments))
    return as_markup("".join(drawn))


def once(macro: Any, *arguments: Any) -> Markup:
    """Draw a small piece with a macro, once for equal arguments. For templates."""
    key = (macro, arguments)  # games may have macros of one name
    drawn = _PIECES.get(key)
    if drawn is None:
        drawn = macro(*arguments)
        _remember(_PIECES, key, drawn, MOST_PIECES)
    return drawn


def _remember(memory: dict[Any, Any], key: Any, value: Any, most: int) -> None:
    if len(memory) >= most:
        memory.clear()
    memory[key] = value


def _key(question: Question[Any]) -> Any:
    """Give what a question's words depend on."""
    about = _fixed(question.about) if isinstance(question, Decision) else ()
    return (question.label, tuple(question.choices), about)


def _fixed(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """Make a key of fields, some of which may have fields of their own."""
    pairs = fields.items()
    return tuple([(name, _fixed(v) if isinstance(v, Mapping) else v) for name, v in pairs])


def _fields_used(text: Any) -> list[str]:
    """Name the fields of an event that its text is filled with."""
    if isinstance(text, Mapping):
        inner = [
            name for part, value in text.items() if part != "by" for name in _fields_used(value)
        ]
        return [_first(str(text["by"])), *inner]
    return [_first(name) for _, name, _, _ in Formatter().parse(str(text)) if name]


def _first(name: str) -> str:
    return name.split(".")[0].split("[")[0]


def drawing_of(game: Game[Any, Any], *, marked: bool = False) -> Drawing:
    """Give a game's drawing; a variant has one of its own, with its own numbers."""
    if game.variant is None:
        return (drawings(marked=True) if marked else drawings())[game.id]
    return _drawing_of_variant(game, marked)


@cached(
    LRUCache(MOST_VARIANTS),
    key=lambda game, marked: (game.id, game.variant, marked),
    lock=Lock(),  # tables are set up in threads
)
def _drawing_of_variant(game: Game[Any, Any], marked: bool) -> Drawing:
    return Drawing(game, templates(), marked_words(game) if marked else None)


@cache
def drawings(*, marked: bool = False) -> dict[str, Drawing]:
    """Give the drawing of every game, or the one with marks where names belong."""
    environment, games = templates(), catalogue()
    words = {id: marked_words(game) if marked else None for id, game in games.items()}
    return {id: Drawing(game, environment, words[id]) for id, game in games.items()}


def marked_words(game: Game[Any, Any]) -> Words:
    """Give a game's words with marks where names belong."""
    return game.words.calling([f"{MARK}{seat:02}" for seat in range(game.seats[1])])
