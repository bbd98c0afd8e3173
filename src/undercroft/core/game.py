"""Game: what a game's folder exports. Adding a game is exporting one of these as `GAME`."""

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from inspect import isfunction
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    get_args,
)
from weakref import WeakKeyDictionary

import msgspec

from undercroft.core.errors import BadOption, quoted
from undercroft.core.events import Event
from undercroft.core.language.languages import read_words
from undercroft.core.language.words import Changes, Words, say_alike
from undercroft.core.measuring.measures import Notes
from undercroft.core.options import Options, OptionSpec, read_options, specs
from undercroft.core.questions import Decision, Question, Rules
from undercroft.core.table import Kinds, Table
from undercroft.core.words import say

if TYPE_CHECKING:
    from undercroft.core.running.direct import Direct


class Row:
    """A component: one line of the tables in the rules of record. Known by its id.

    Rows are frozen dataclasses, compared by identity: a game's rows exist once, and a variant has
    rows of its own.
    """

    __slots__ = ()
    id: str

    def __str__(self) -> str:
        return self.id

    def means(self, field: str) -> bool:
        """Whether a number says anything of this component: a variant may change no other."""
        return True

    def closer(self, field: str) -> Any:
        """Return a type with closer bounds than the field's own, where this component needs it."""
        return None


class HasId(Protocol):
    """Anything known by an id."""

    @property
    def id(self) -> str:
        """What it is known by."""


def ids(rows: Iterable[HasId]) -> tuple[str, ...]:
    """Name several components, as events do."""
    return tuple([row.id for row in rows])


WORDS: Final = "words.toml"  # in a game's folder
LIGHT: Final = "light"  # what the bot for playouts is called
LEVELS: Final = ("easy", "fair", "strong", "expert")  # each beats the one before

Rows: TypeAlias = Mapping[str, Any]
"""A game's components, or a variant's, by id: what every drawing takes its numbers from."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a play ended: in what way, who won, and each seat's score.

    `ends` says how each seat ended, in games where one may draw while another loses. `places` ranks
    the seats of a game that ranks several: 1 is the best, equal seats share a place, and 0 is a
    seat that is not ranked. Where nobody wins there are no places.
    """

    name: str
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    ends: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    shares: tuple[float, ...] = ()  # of a playout that was cut short: what the judge gives each

    def share(self, seat: int) -> float:
        """Say how much of a win a seat has: 1 alone, a part of 1 with others, 0 without.

        Where each seat ends for itself, as companions do, each of those who win has a whole one.
        """
        if self.shares:
            return self.shares[seat]
        if seat not in self.winners:
            return 0.0
        return 1.0 if self.ends else 1.0 / len(self.winners)


class GameOver(Exception):
    """Raised by a rule, at any depth, when the play is over."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


S = TypeVar("S", bound=Table)
O = TypeVar("O", bound=Options)  # noqa: E741 (the letter of options)
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Look(Protocol[V_co]):
    """What a bot may look at: its own seat's view, and plays that it imagines.

    A bot that is not ours gets copies (`handing.py`).
    """

    @property
    def view(self) -> V_co:
        """What the seat sees; made when asked for."""

    def imagine(self, luck: Callable[[], float]) -> Any:
        """Give a fork of the play in which all that the seat cannot know is dealt anew.

        The luck is the bot's own, and answers fate there: the same luck gives the same world.
        """

    def imagine_end(
        self,
        bots: "Sequence[Bot[Any]]",
        luck: Callable[[], float],
        first: object = None,
        turns: int | None = None,
    ) -> Outcome:
        """Imagine, and play out what is imagined: the same as both in turn, and faster.

        `first` answers the open question. If so many turns more have not ended the game, its judge
        says how it stands.
        """


class Bot(Protocol[V_contra]):
    """Answers decisions from what a seat may see."""

    strength: ClassVar[str]  # how well it plays, in a word or two
    budget: ClassVar[float]  # the seconds it may think about one decision

    def __call__(self, decision: Decision[Any], look: Look[V_contra]) -> Any:
        """Choose one of the decision's options."""


class Advice(NamedTuple):
    """An answer and its reason: a key of the game's `[reasons]`, and what that text names."""

    answer: Any
    reason: str = ""  # a bot may have none
    names: Mapping[str, object] = {}

    def why(self, words: Words) -> str:
        """Say the reason in words."""
        return words.say(f"reasons.{self.reason}", **self.names) if self.reason else ""


def advice_of(bot: Bot[Any], decision: Decision[Any], look: Look[Any]) -> Advice:
    """Ask a bot, and why: one that gives reasons has a method `advise`."""
    advise = getattr(bot, "advise", None)
    return Advice(bot(decision, look)) if advise is None else Advice(*advise(decision, look))


BotMaker: TypeAlias = Callable[[Rows, Callable[[], float]], Bot[Any]]
"""Makes a bot for one seat, from the game's rows and a random source of its own."""


Odds: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each option, by its text: in how many of all equally likely cases what happens next."""


Dangers: TypeAlias = Mapping[str, tuple[str, Mapping[str, object]]]
"""For each option that may kill, by its text: a text of the game's `[dangers]`, and its fields."""


def nothing_hidden(state: Any, seat: int | None) -> Collection[str]:
    """Hide nothing: every component's place is known to all, or to nobody."""
    return ()


def nothing_to_redeal(state: Any, seat: int) -> Rules[None]:
    """Leave all as it is: a face-down pile has no order to deal anew."""
    yield from ()


def to_the_end(options: Any, seats: int) -> None:
    """Play every imagined game of a review to its end."""


def no_odds(rows: Rows, view: Any, decision: Decision[Any]) -> Odds:
    """Say nothing of chances."""
    return {}


def no_dangers(rows: Rows, view: Any, decision: Decision[Any]) -> Dangers:
    """Warn of nothing."""
    return {}


class Added(NamedTuple):
    """A component that a variant adds: like which printed one, and what it is called."""

    like: str
    title: str


def adds_nothing(row: Row) -> bool:
    """Say that a variant adds nothing: the rules know components by their ids."""
    return False


def all_matter(decision: Decision[Any]) -> bool:
    """Ask every time."""
    return True


def list_fields(rows: Rows, view: Any, words: Words) -> str:
    """List what is seen, a line each: the table of a game that draws none."""
    return "\n".join(
        f"{words.field(name)}: {words.listed(value)}" for name, value in fields_of(view)
    )


def fields_of(view: Any) -> list[tuple[str, Any]]:
    """Give what a view shows, field by field, without who looks."""
    return [pair for pair in msgspec.structs.asdict(view).items() if pair[0] != "seat"]


def tell_plainly(events: Iterable[Event], words: Words, key: str) -> list[str]:
    """Tell the events one by one: the story of a game that has no storyteller."""
    return [words.event(event) for event in events]


Parts: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What each part of a table shows: by the part's name, the arguments of the macro that draws it."""


class Laid(NamedTuple):
    """A piece of a still picture: a symbol of the game's `static/sprite.svg`, where, how large."""

    symbol: str  # `faces.svg#goblin`: of another file, for pages alone
    x: float
    y: float
    width: float
    height: float
    turned: int = 0  # degrees, about its middle


class Scene(NamedTuple):
    """How an ending looks: what lies on a backdrop of 1200 by 630."""

    backdrop: str  # dawn, hall, duel, dark, grave, time or door
    laid: tuple[Laid, ...] = ()


class Ending(NamedTuple):
    """How a play ended for a seat: texts of the game's `[endings]`, what fills them, a picture."""

    texts: tuple[str, ...]  # the headline, what happened, what had been achieved
    fields: Mapping[str, object]
    scene: Scene


@dataclass(frozen=True, kw_only=True)
class WebTable:
    """How a game draws its table in a browser.

    The game's folder then has `templates/table.html`, with a macro for each part and a `layout`,
    `templates/cards.html` with a macro `picture`, and `static/table.css`.
    """

    parts: Callable[[Rows, Any], Parts]  # rows, view: what each part shows
    recent: Callable[[Rows, Any, Question[Any] | None, Sequence[Event]], Parts] | None = None
    beats: frozenset[type[Event]] = frozenset()  # events at which there is something to see
    targets: Mapping[str, str] = field(default_factory=dict)  # where an option lies, by its word
    place: Callable[[Any], str] | None = None  # where an option that carries something lies
    is_pressing: Callable[[Decision[Any]], bool] | None = None  # else it may be passed unseen
    sounds: Mapping[type[Event], str] = field(default_factory=dict)  # by event: card, die ...
    headlines: frozenset[type[Event]] = frozenset()  # events that concern every player
    cover: str | None = None  # a picture in `static`, for the home page


@dataclass(frozen=True, kw_only=True, repr=False)
class Game(Generic[S, O]):
    """A game: its rules as functions, its components as rows, and whatever else it has.

    What it does not declare is done plainly: a table as text, a story event by event.
    """

    id: str
    package: str  # where words.toml lies
    rules_version: int
    seats: tuple[int, int]  # least, most
    options: type[O]
    rows: Mapping[str, Row]
    state: type[S]
    events: tuple[type[Event], ...]

    lay: Callable[[O, Rows, int], S]  # options, rows, seats: the table before setup
    setup: Callable[[S], Rules[None]]  # may ask
    turn: Callable[[S], Rules[None]]  # may ask; called again and again, until a rule ends the play
    copy: Callable[[S], S]
    view: Callable[[S, int | None], Any]  # None: a spectator
    components: Callable[[S], Iterable[str]]  # every component, wherever it lies
    bound: Callable[[O, int], int]  # no play asks more questions than this
    bots: Mapping[str, BotMaker]

    levels: Mapping[str, str] = field(default_factory=dict)  # which bot plays at which of LEVELS
    successors: Mapping[str, str] = field(default_factory=dict)  # of bots that are no more
    glance: Callable[[S, int | None], Any] | None = None  # a view made piece by piece, for bots
    light: BotMaker | None = None  # a cheap bot, for playouts; people are not offered it
    judge: Callable[[S], tuple[float, ...]] | None = None  # each seat's chance, between turns
    standing: Callable[[S], list[list[float]]] | None = None  # numbers that a judge learns from
    # options, seats: after how many turns more a review asks the judge; None: never
    foresight: Callable[[O, int], int | None] = to_the_end
    hidden: Callable[[S, int | None], Collection[str]] = nothing_hidden  # what it cannot place
    redeal: Callable[[S, int], Rules[None]] = nothing_to_redeal  # deal what it cannot know anew
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    openings: Mapping[str, int] = field(default_factory=dict)  # presets begun by one press: bots
    draw_table: Callable[[Rows, Any, Words], str] = list_fields  # the table as text, from a view
    chronicle: Callable[[Iterable[Event], Words, str], list[str]] = tell_plainly
    odds: Callable[[Rows, Any, Decision[Any]], Odds] = no_odds  # rows, view, question
    dangers: Callable[[Rows, Any, Decision[Any]], Dangers] = no_dangers  # what may kill
    measure: Callable[[Sequence[Event], Outcome, Notes], None] | None = None  # for studies
    measured: Collection[type[Event]] = ()  # the events that it hears; if none are named, all
    web: WebTable | None = None  # the table in a browser
    solver: str | None = None  # "module:function": how a deal could have been won
    native: str | None = None  # "module:class": seats at native games, for learning
    still: Callable[[Rows, Any], Sequence[Laid]] | None = None  # rows, view: a picture of the table
    scenes: Mapping[str, Scene] = field(default_factory=dict)  # by the name of an outcome
    ending: Callable[[Rows, Any, Sequence[Event], Outcome, int], Ending] | None = None  # of a seat
    draw_terminal: str | None = None  # "module:function", loaded where there is a terminal
    # what luck gave, for the ending; `won`, `fights` and `chances` of it also stand on the card
    luck: Callable[[Sequence[Event], Rows], Any] | None = None
    race: Callable[[Any], Mapping[str, int]] | None = None  # view: how the first seat stands
    stakes: Callable[[Sequence[Event]], tuple[int, ...]] | None = None  # chips won, by seat
    passes: frozenset[str] = frozenset({"pass"})  # options that leave everything as it is
    harmless: frozenset[str] = frozenset()  # further ones that are safe to take without a look
    asides: Mapping[str, str] = field(default_factory=dict)  # passed nearly always: answer, by id
    matters: Callable[[Decision[Any]], bool] = all_matter  # of these: by what everybody can see
    lessons: tuple[str, ...] = ()  # files in the game's folder; the first is for newcomers
    rules_pages: tuple[str, ...] = ()  # its rules of record, in docs/rules
    defaults: Mapping[str, object] = field(default_factory=dict)  # a variant's own options
    changes: Changes = field(default_factory=dict)  # a variant's rows
    adds: Callable[[Any], bool] = adds_nothing  # whether a variant may add others like a component
    added: Mapping[str, Added] = field(default_factory=dict)  # a variant's own components
    variant: str | None = None  # its content's hash

    def __repr__(self) -> str:
        return f"<game {self.id}{f', variant {self.variant}' if self.variant else ''}>"

    @property
    def has_words(self) -> bool:
        """Whether its folder has the English that every surface needs."""
        return resources.files(self.package).joinpath(WORDS).is_file()

    @cached_property
    def words(self) -> Words:
        """The game's English; components that a variant changes are titled with what it changes."""
        tables = read_words(self.package, WORDS, self.id)
        for id, (like, title) in self.added.items():
            say_alike(tables, id, like, title)
        return Words(tables, self.changes)

    @property
    def title(self) -> str:
        """The game's name."""
        return self.words.title(self.id)

    @property
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """The options, for forms and help."""
        return specs(self.options)

    @property
    def rule_of_thumb(self) -> str:
        """The first bot that is not random, if there is one: it gives hints and stands in."""
        return next((name for name in self.bots if name != "random"), "random")

    @property
    def usual_bots(self) -> list[str]:
        """Who sits down with a player who opens a table: no one, if that is enough."""
        least, most = self.seats
        return [] if least == 1 else [self.rule_of_thumb] * ((least + most) // 2 - 1)

    @property
    def ranked_bots(self) -> list[str]:
        """The bots in the order of their strength, then those that have no level."""
        return [*dict.fromkeys([*self.levels.values(), *self.bots])]

    @property
    def quick_bots(self) -> list[str]:
        """The bots that answer at once: one that looks ahead may take seconds."""
        return [name for name in self.bots if not self.looks_ahead(name)]

    def looks_ahead(self, bot: str) -> bool:
        """Whether a bot imagines games, so that a view alone is not enough for it."""
        return getattr(self.bots.get(bot), "looks_ahead", False)

    def level_of(self, bot: str) -> str:
        """Say at which level a bot plays; nothing if at none."""
        return next((level for level, name in self.levels.items() if name == bot), "")

    def bot_named(self, name: str) -> str:
        """Name a bot by its own name, or by a level; `BadOption` says which there are."""
        bot = name if name in self.bots else {**self.levels, **self.successors}.get(name, name)
        if bot not in self.bots and not (bot == LIGHT and self.light):
            allowed = ", ".join([*self.bots, *(one for one in self.levels if one not in self.bots)])
            raise BadOption(say("option.bot", name=quoted(name), game=self.title, allowed=allowed))
        return bot

    def adviser_of(self, level: str) -> str:
        """Name the bot that gives hints at a level; where it has none, the strongest below.

        Without a level it is the rule of thumb.
        """
        if level not in LEVELS:
            return self.rule_of_thumb
        known = [
            self.levels[one] for one in LEVELS[: LEVELS.index(level) + 1] if one in self.levels
        ]
        return known[-1] if known else self.rule_of_thumb

    def read_options(
        self, given: Mapping[str, object], seats: int | None = None, preset: str | None = None
    ) -> tuple[O, int]:
        """Validate options and seats; give both, settled. `None` seats: as few as there may be."""
        least, most = self.seats
        seats = least if seats is None else seats
        if not least <= seats <= most:
            raise BadOption(
                say("option.seats", game=self.title, least=least, most=most, given=seats)
            )
        if preset is not None and preset not in self.presets:
            raise BadOption(
                say("option.preset", name=quoted(preset), allowed=", ".join(self.presets))
            )
        base = self.presets[preset] if preset else {}
        options = read_options(self.options, {**self.defaults, **base, **given})
        return options.settled(seats), seats

    def new_bot(self, name: str, random: Callable[[], float]) -> Bot[Any]:
        """Make a bot of this game by its name, or by its level."""
        name = self.bot_named(name)
        makers = {**self.bots, LIGHT: self.light} if self.light else self.bots
        bot = makers[name](self.rows, random)
        if has_weak_references(bot):
            _MADE[bot] = (self, name, random)
        return bot

    def made(self, bot: Bot[Any]) -> tuple[str, Callable[[], float]] | None:
        """Say how this game made a bot, if it did: by which name, with which random source."""
        game, name, random = _MADE.get(bot, _NOBODYS) if has_weak_references(bot) else _NOBODYS
        return (name, random) if game is self else None

    @cached_property
    def unmeasured(self) -> Kinds:
        """What its measure can do without: events, and functions that make none but those."""
        unheard: Kinds = frozenset(self.events).difference(self.measured or self.events)
        modules = [module for name, module in sys.modules.items() if name.startswith(self.package)]
        functions = {one for module in modules for one in vars(module).values() if isfunction(one)}
        return unheard | {one for one in functions if returned_by(one) <= unheard}

    @property
    def bots_view(self) -> Callable[[S, int | None], Any]:
        """What its own bots look at: the view, or where there is one a glance, which costs less."""
        return self.glance or self.view

    def laid(self, options: O, seats: int) -> S:
        """Lay the table. Where the last one was laid alike, this is a copy: it is made sooner."""
        last, table = self._laid.get(seats, (None, None))
        if table is None or (last is not options and last != options):
            table = self.lay(options, self.rows, seats)
            self._laid[seats] = options, table
        return self.copy(table)

    @cached_property
    def _laid(self) -> dict[int, tuple[O, S]]:
        """By the number of seats, the table that was laid last, and on which options."""
        return {}

    @cached_property
    def direct(self) -> "Direct | None":
        """The rules as compiled functions, for simulations, where they have been built."""
        from undercroft.core.running.direct import direct_text

        return direct_text(self)


def is_outside(bot: str) -> bool:
    """Whether a bot's name is a module and a class: it was added to a game, not declared by it."""
    return ":" in bot


def is_declared(bot: Bot[Any]) -> bool:
    """Whether a game made a bot of those that it declares."""
    try:
        _, name, _ = _MADE.get(bot, _NOBODYS)
    except TypeError:  # one that no dictionary can have for a key
        return False
    return name != "" and not is_outside(name)


def returned_by(function: Callable[..., Any]) -> frozenset[Any]:
    """Give the types that a function says it returns."""
    returned = function.__annotations__.get("return")
    return frozenset(get_args(returned) if isinstance(returned, UnionType) else [returned])


def has_weak_references(bot: object) -> bool:
    """Whether a bot can be remembered without being kept: one with `__slots__` may not."""
    return type(bot).__weakrefoffset__ != 0  # below 0 since Python 3.12


_MADE: Final[WeakKeyDictionary[Any, tuple[Any, str, Callable[[], float]]]] = WeakKeyDictionary()
_NOBODYS: Final = (None, "", float)
