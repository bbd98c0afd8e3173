"""Transcripts: the recipes they are played by, how they are recorded, and what is kept of them."""

import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from undercroft.core.errors import BadJournal, NotOver
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play, verify
from undercroft.core.questions import Decision
from undercroft.core.records.journal import Journal, read_journal
from undercroft.games import find_game

HERE: Final = Path(__file__).parent
TRIES: Final = 300  # seeds, unless a recipe has more, until a play does what it is there for
HEADING: Final = (
    "# Outcome, and sha256 of the events as JSON (msgspec), of each transcript beside this file.\n"
)


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a transcript is played, and what it is there for: its options, its outcome, events.

    Without bots it was played by hand: no bot plays so.
    """

    seats: int
    outcome: str
    options: dict[str, str | int] = {}
    bots: tuple[str, ...] = ()  # of the seats in turn, from the first again when they run out
    wild: float = 0.0  # how often an answer is random
    tells: frozenset[str] = frozenset()  # events that few other transcripts tell
    tries: int = TRIES


class Recorded(NamedTuple):
    """What became of a transcript."""

    name: str
    fate: str  # kept, recorded or lost
    note: str = ""


class Unfit(Exception):
    """A transcript that no longer replays; the text says why."""


def again(game: str) -> str:
    """Return what to type to record a game's transcripts again."""
    return f"make rules game={game} step=transcripts"


def recipes_file(game: str) -> str:
    """Return where the recipes are, from the root of the repository."""
    return f"tests/transcripts/{game}/recipes.toml"


def recipes(game: str) -> dict[str, Recipe]:
    """Read the recipes of a game's transcripts."""
    text = (HERE / game / "recipes.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Recipe])


def read(game: str, name: str) -> Journal:
    """Read a transcript."""
    return read_journal((HERE / game / f"{name}.journal").read_text("utf-8"))


def replay(game: Game[Any, Any], journal: Journal) -> Play:
    """Replay a transcript; a sealed fate is checked, too."""
    try:
        return verify(game, journal) if journal.sealed else Play.resume(game, journal)
    except (BadJournal, NotOver) as error:
        raise Unfit(str(error)) from None


def shortcomings(recipe: Recipe, play: Play) -> str:
    """Describe what a play lacks of what its transcript is there for; nothing if it has all."""
    if play.outcome is None:
        return "does not end"
    if play.outcome.name != recipe.outcome:
        return f"ends with {play.outcome.name}, not {recipe.outcome}"
    untold = sorted(recipe.tells - {event.id for event in play.events})
    return f"does not tell {', '.join(untold)}" if untold else ""


# -- recording ------------------------------------------------------------------------------------


def record(game: str) -> Iterator[Recorded]:
    """Bring a game's transcripts to its present rules, and tell of each what became of it.

    One that still replays is kept. The others are played anew by their recipes, but for those
    played by hand: they are left as they are.
    """
    rules = find_game(game)
    for name, recipe in recipes(game).items():
        play, became = _renewed(rules, name, recipe)
        if play is not None:
            (HERE / game / f"{name}.journal").write_text(str(play.journal), "utf-8")
            write_expected(game, {name: play})
        yield became


def _renewed(game: Game[Any, Any], name: str, recipe: Recipe) -> tuple[Play | None, Recorded]:
    seeds = [f"{name} {number}" for number in range(recipe.tries)]
    why = "there is no journal yet"
    if (HERE / game.id / f"{name}.journal").exists():
        old = read(game.id, name)
        seeds[:0] = [old.seed] if old.seed else []
        try:
            play = replay(game, msgspec.structs.replace(old, rules_version=game.rules_version))
            why = shortcomings(recipe, play)
        except Unfit as error:
            why = str(error)
        else:
            if not why:
                return play, Recorded(name, "kept")
    if not recipe.bots:
        return None, Recorded(name, "lost", f"played by hand: {why}")
    for number, seed in enumerate(seeds, 1):
        play = played(game, recipe, seed)
        if not shortcomings(recipe, play):
            note = "" if number == 1 else f"by seed {seed!r}, the {ordinal(number)} tried"
            return play, Recorded(name, "recorded", note)
    return None, Recorded(
        name, "lost", f"none of the {len(seeds)} seeds tried does what it is there for"
    )


def ordinal(number: int) -> str:
    """Write a place in a row: 2nd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def played(game: Game[Any, Any], recipe: Recipe, seed: str) -> Play:
    """Play a recipe: everything follows from the seed."""
    random = Random(f"{seed}/bots")
    bots = [
        game.new_bot(recipe.bots[seat % len(recipe.bots)], random.random)
        for seat in range(recipe.seats)
    ]
    play = Play(game, recipe.options, recipe.seats, Seeded(seed))
    while isinstance(play.question, Decision):
        seat, options = play.question.seat, play.question.options
        is_wild = random.random() < recipe.wild
        play.answer(
            random.choice(options) if is_wild else bots[seat](play.question, play.look(seat))
        )
    return play


# -- what is kept of a play -----------------------------------------------------------------------


def summary(play: Play) -> dict[str, Any]:
    """Return what `expected.toml` keeps of a play."""
    digest = sha256(msgspec.json.encode(play.events)).hexdigest()
    return {"outcome": msgspec.to_builtins(play.outcome), "events": digest}


def expected(game: str) -> dict[str, Any]:
    """Read what is kept of a game's transcripts."""
    file = HERE / game / "expected.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def write_expected(game: str, plays: dict[str, Play]) -> None:
    """Write down what is kept of some plays, beside what is kept of the others."""
    sections = expected(game) | {name: summary(play) for name, play in plays.items()}
    text = [f"\n[{name}]\n{as_toml(sections[name])}\n" for name in sorted(sections)]
    (HERE / game / "expected.toml").write_text(HEADING + "".join(text), "utf-8")


def as_toml(section: dict[str, Any]) -> str:
    """Write a summary as it stands in `expected.toml`."""
    return "\n".join(f"{name} = {_inline(part)}" for name, part in section.items())


def _inline(value: object) -> str:
    match value:
        case dict():
            return f"{{ {', '.join(f'{name} = {_inline(part)}' for name, part in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(_inline, value))}]"
        case str():
            return f'"{value}"'
    return str(value)


# -- what all of them together must show ----------------------------------------------------------


def missing(game: Game[Any, Any]) -> list[str]:
    """Describe the options that no transcript tries, and the events that none tells."""
    given: set[str] = set()
    told: set[str] = set()
    for file in (HERE / game.id).glob("*.journal"):
        try:
            play = replay(game, read(game.id, file.stem))
        except Unfit:
            continue
        given |= {*play.options.given()}
        told |= {event.id for event in play.events}
    events = {str(event.__struct_config__.tag) for event in game.events}
    options = {spec.name for spec in game.option_specs}
    lacking = [f"tries the option {name}" for name in sorted(options - given)]
    lacking += [f"tells the event {id}" for id in sorted(events - told)]
    return [
        f"No transcript {what}. Let a recipe do it, in {recipes_file(game.id)} (its bots, wild, "
        f"options, tells); then: {again(game.id)}"
        for what in lacking
    ]
