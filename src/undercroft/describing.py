"""Games described: what options and presets are called, and `games --json`, `rows --json`.

And the other way round: a variant's text, written from what somebody chose in a form.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from undercroft.bots.chances import Chances
from undercroft.core.game import LEVELS, Added, Game
from undercroft.core.language.words import Words
from undercroft.core.options import OptionSpec, written
from undercroft.core.questions import Decision
from undercroft.core.variants import numbers_of, write_variant
from undercroft.core.words import say

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")


def option_title(game: Game[Any, Any], name: str) -> str:
    """Say what an option is called; its id must do for a game without titles."""
    return str(game.words.tables.get("option-titles", {}).get(name, name))


def number_title(game: Game[Any, Any], name: str) -> str:
    """Say what a number is called that can be varied: an option, or `Goblin: strength`."""
    id, _, field = name.rpartition(".")
    return f"{game.words.name(id)}: {field}" if id else option_title(game, name)


def choice_title(game: Game[Any, Any], name: str, value: str) -> str:
    """Say what one of an option's choices is called; numbers, `on` and `off` have no title."""
    return str(game.words.tables.get("choice-titles", {}).get(name, {}).get(value, value))


def preset_title(game: Game[Any, Any], name: str) -> str:
    """Say what a preset is called."""
    return str(game.words.tables.get("preset-titles", {}).get(name, name))


def bot_title(game: Game[Any, Any], bot: str) -> str:
    """Say what a bot is called, and at which level it plays: `Veteran (strong)`."""
    title, level = game.words.title(bot), game.level_of(bot)
    return say("levels.named", bot=title, level=say(f"levels.{level}")) if level else title


def wants_chances(level: str, why: str, question: Decision[Any]) -> bool:
    """Whether a hint names chances: a strong bot's does, and a bot's that has no other reason."""
    return len(question.options) > 1 and (level in LEVELS[-2:] or bool(level and not why))


def told_chances(found: Chances, question: Decision[Any], words: Words, advised: str = "") -> str:
    """Say how often the best options win: `Turn back 41%, go deeper 38%: about even`.

    The one that is advised is among them.
    """
    named = {str(option): words.option(question, option) for option in question.options}
    parts = [
        say("chances.one", option=named[option], share=round(100 * found.of(option).share))
        for at, option in enumerate(found.ranked)
        if at < 3 or option == advised
    ]
    return say("chances.told", some=parts, even=found.is_even)


def preset_of(game: Game[Any, Any], options: Mapping[str, str], seats: int) -> str | None:
    """Name the preset that a game's options come from, if they are those of one."""
    if not game.seats[0] <= seats <= game.seats[1]:
        return None  # older rules: so many cannot play it now
    for preset in game.presets:
        if game.read_options({}, seats, preset)[0].given() == options:
            return preset
    return None


def changed_options(game: Game[Any, Any], options: Mapping[str, str], seats: int) -> dict[str, str]:
    """Give the options that somebody has chosen: those that differ from the default."""
    within = game.seats[0] <= seats <= game.seats[1]
    usual = game.read_options({}, seats)[0].given() if within else {}
    return {name: value for name, value in options.items() if usual.get(name) != value}


def told_option(game: Game[Any, Any], name: str, value: str) -> str:
    """Tell how an option is set: `Deal: The same deal`."""
    return f"{option_title(game, name)}: {choice_title(game, name, value)}"


def described(game: Game[Any, Any]) -> dict[str, Any]:
    """Describe a game: seats, options, presets and bots."""

    def help_on(table: str, name: str) -> str:
        return str(game.words.tables.get(table, {}).get(name, ""))

    return {
        "id": game.id,
        "title": game.title,
        "rules_version": game.rules_version,
        "seats": {"least": game.seats[0], "most": game.seats[1]},
        "options": [
            {
                "name": spec.name,
                "title": option_title(game, spec.name),
                "help": help_on("options-help", spec.name),
                "allowed": spec.allowed,
                "choices": None if spec.choices is None else [*map(written, spec.choices)],
                "choice_titles": game.words.tables.get("choice-titles", {}).get(spec.name, {}),
                "least": spec.least,
                "most": spec.most,
                "default": None if spec.default is None else written(spec.default),
            }
            for spec in game.option_specs
        ],
        "presets": [
            {
                "name": name,
                "title": preset_title(game, name),
                "help": help_on("presets", name),
                "options": {option: written(value) for option, value in preset.items()},
            }
            for name, preset in game.presets.items()
        ],
        "bots": [
            {"name": name, "level": game.level_of(name), "help": help_on("bots", name)}
            for name in game.ranked_bots
        ],
    }


def described_row(game: Game[Any, Any], id: str) -> dict[str, Any]:
    """Describe a component: what a variant may change about it, what it is, and what is allowed."""
    row = game.rows[id]
    return {
        "id": id,
        "title": game.words.name(id),
        "kind": type(row).__name__,
        "fields": [
            {
                "name": spec.name,
                "value": written(spec.default),
                "allowed": spec.allowed,
                "choices": None if spec.choices is None else [*map(written, spec.choices)],
                "least": spec.least,
                "most": spec.most,
            }
            for spec in numbers_of(row)
        ],
    }


def variant_text(
    game: Game[Any, Any],
    title: str,
    options: Mapping[str, str],
    rows: Mapping[str, Mapping[str, str]],
    cards: Mapping[str, Added] | None = None,
) -> str:
    """Write a variant from texts; `with_variant` refuses what does not fit.

    The numbers of new cards stand among those of the rows.
    """
    table: dict[str, Any] = {"game": game.id, **({"title": title} if title else {})}
    if options:
        table["options"] = _values(game.option_specs, options)
    table["rows"] = {
        id: _values(numbers_of(game.rows[id]) if id in game.rows else (), changes)
        for id, changes in rows.items()
        if id not in (cards or {})
    }
    table["cards"] = {
        id: {**it._asdict(), **_values(numbers_of(game.rows[it.like]), rows.get(id, {}))}
        for id, it in (cards or {}).items()
    }
    return write_variant(table)


def _values(specs: Iterable[OptionSpec], given: Mapping[str, str]) -> dict[str, object]:
    """Read numbers and switches; what is no such thing stays a text, to be refused."""
    known = {spec.name: spec for spec in specs}
    values: dict[str, object] = {}
    for name, text in given.items():
        spec = known.get(name)
        values[name] = text
        if spec is not None and spec.choices == (False, True) and text in ("on", "off"):
            values[name] = text == "on"
        elif spec is not None and spec.least is not None and _NUMBER.fullmatch(text):
            values[name] = int(text)
    return values
