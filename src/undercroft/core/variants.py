"""Variants: a small TOML file that changes a game's options and component rows.

    game = "tomb"
    title = "Rich kings"
    [options]
    start-hp = 8
    [rows.ks]
    worth = 15

A game whose rules know cards by what stands on them takes new ones, with ids of their own:

    game = "labyrintheus"
    [cards.iron-maul]
    like = "quarry-maul"
    attack = 4

Whatever takes a game takes a variant, for a game with a variant is a game.

Anyone may send a variant to a server, so its text is measured before it is parsed: `tomllib` takes
seconds for a long dotted key, and recurses as deep as brackets nest.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any, Final, get_type_hints

from undercroft.core.errors import BadOption, BadVariant, quoted
from undercroft.core.game import Added, Game, Row
from undercroft.core.options import (
    OptionSpec,
    is_number,
    read_options,
    read_value,
    spec_of,
    without_bounds,
)
from undercroft.core.words import say

MOST_BYTES: Final = 12_000  # a line for each row of the largest game
MOST_DEPTH: Final = 4  # brackets and braces within each other
MOST_PARTS: Final = 4  # of a dotted key; `rows.ks.worth` has three
MOST_DIGITS: Final = 20  # of a number
MOST_OF_A_TITLE: Final = 60  # characters
MOST_OF_AN_ID: Final = 40
MOST_ADDED: Final = 40  # cards with ids of their own
NAMED: Final = 8  # components that a refusal names
NAMING: Final = ("like", "title")  # what a new card has besides its numbers
_ID: Final = re.compile(rf"[a-z](?:[a-z0-9]|-(?=[a-z0-9])){{0,{MOST_OF_AN_ID - 1}}}")

_TOKEN: Final = re.compile(
    r"""
    \#[^\n]*+                                      # a comment
    | (?P<long>\"{3}|'{3})
    | (?P<text>"(?:[^"\\\n]|\\[^\n])*+"?|'[^'\n]*+'?)
    | (?P<number>[+-]?[0-9][0-9A-Za-z_+-]*+)
    | (?P<word>[A-Za-z_-][0-9A-Za-z_-]*+)
    | (?P<mark>[][{}.=,\n])
    """,
    re.VERBOSE,
)


def with_variant(
    toml: str, file: str, find: Callable[[str], Game[Any, Any]], *, kept: bool = False
) -> Game[Any, Any]:
    """Read a variant and give the game, changed. Refusals name file, key and what is allowed.

    A `kept` game has the numbers that it was begun with, whatever a variant may change by now.
    """
    table = read_variant(toml, file)
    try:
        game = find(table["game"])
        read_options(game.options, _table(table, "options", file))
    except BadOption as error:
        raise refused(file, error) from None
    added = {id: _added(game, table, id, file) for id in _table(table, "cards", file)}
    if len(added) > MOST_ADDED:
        raise refused(file, say("variant.many-cards", most=MOST_ADDED))
    printed = {**game.rows, **{id: game.rows[it.like] for id, it in added.items()}}
    rows = dict(printed)
    for id in added:
        changes = {name: it for name, it in table["cards"][id].items() if name not in NAMING}
        made = _changed(rows[id], changes, f"{file}: cards.{id}", kept)
        rows[id] = replace(made, id=id)  # type: ignore[type-var]  # rows are dataclasses
    for id in _table(table, "rows", file):
        _only([id], tuple(rows), f"{file}: rows")
        given = _table(table["rows"], id, f"{file}: rows")
        rows[id] = _changed(rows[id], given, f"{file}: rows.{id}", kept)
    changed = replace(
        game,
        rows=rows,
        defaults=table.get("options", {}),
        changes={id: _differing(printed[id], rows[id]) for id in (*added, *table.get("rows", {}))},
        added=added,
        variant=digest_of(table),
    )
    try:
        changed.lay(*_options(changed))
    except BadVariant as error:
        raise refused(file, error) from None
    return changed


def _options(game: Game[Any, Any]) -> tuple[Any, Mapping[str, Row], int]:
    """Give what a table is laid from."""
    options, seats = game.read_options({}, game.seats[0])
    return options, game.rows, seats


def read_variant(toml: str, file: str) -> dict[str, Any]:
    """Read a variant's text, whatever game it is of: small, flat, and with a title that fits."""
    if len(toml.encode("utf-8", "replace")) > MOST_BYTES:
        raise refused(file, say("variant.bytes", most=f"{MOST_BYTES:,}"))
    if trouble := _too_much(toml):
        raise refused(file, trouble)
    try:
        table = tomllib.loads(toml)
    except ValueError as error:  # a date that is none, too
        raise refused(file, say("variant.not-toml", trouble=error)) from None
    _only(table, ("game", "title", "options", "rows", "cards"), file)
    game, title = table.get("game"), table.get("title", "a")
    if not isinstance(game, str):
        raise refused(file, say("variant.game"))
    _check_title(title, file)
    return table


def _check_title(title: object, where: str) -> None:
    if not isinstance(title, str) or not title.isprintable() or not title.strip():
        raise refused(where, say("variant.title"))
    if len(title) > MOST_OF_A_TITLE:
        raise refused(where, say("variant.long-title", most=MOST_OF_A_TITLE))


def _added(game: Game[Any, Any], table: Mapping[str, Any], id: str, file: str) -> Added:
    """Read whose like a new card is, and its title: by its id, if it has none of its own."""
    where = f"{file}: cards.{id[:MOST_OF_A_TITLE]}"
    given = _table(table["cards"], id, f"{file}: cards")
    if not _ID.fullmatch(id):
        raise refused(where, say("variant.id", most=MOST_OF_AN_ID))
    if id in game.rows or id in _words_of(game):
        raise refused(where, say("variant.taken"))
    like, title = given.get("like"), given.get("title", id.replace("-", " "))
    if not isinstance(like, str) or like not in game.rows or not game.adds(game.rows[like]):
        may = [row.id for row in game.rows.values() if game.adds(row)]
        key = "variant.like" if may else "variant.no-cards"
        raise refused(where, say(key, near=", ".join(may[:NAMED])))
    _check_title(title, where)
    return Added(like, title)


def _words_of(game: Game[Any, Any]) -> set[str]:
    """Name what means something already: titles, and the words of options."""
    tables = game.words.tables
    options = [it for it in tables.get("options", {}).values() if isinstance(it, dict)]
    return {*tables.get("titles", {}), *(word for words in options for word in words)}


def write_variant(table: Mapping[str, Any]) -> str:
    """Write a variant's text: what JSON writes of keys and plain values is TOML, too."""
    tables = {key: value for key, value in table.items() if isinstance(value, dict)}
    lines = [*map(_line, (it for it in table.items() if it[0] not in tables))]
    for key, values in tables.items():
        inner = {id: it for id, it in values.items() if isinstance(it, dict)}
        plain = [*map(_line, (it for it in values.items() if it[0] not in inner))]
        lines += [f"[{key}]", *plain] if plain else []
        for id, changes in inner.items():
            lines += [f"[{key}.{_key(id)}]", *map(_line, changes.items())]
    return "\n".join(lines) + "\n"


def _line(pair: tuple[str, object]) -> str:
    key, value = pair
    return f"{_key(key)} = {json.dumps(value, ensure_ascii=False)}"


def _key(key: str) -> str:
    bare = re.fullmatch(r"[A-Za-z0-9_-]+", key)
    return key if bare else json.dumps(key, ensure_ascii=False)


def refused(where: str, trouble: object) -> BadVariant:
    """Say where in a variant something is wrong, and what."""
    return BadVariant(say("variant.trouble", where=where, trouble=trouble))


def digest_of(table: Mapping[str, Any]) -> str:
    """Hash a variant's content: what a journal names it by."""
    return sha256(repr(_canonical(table)).encode()).hexdigest()[:16]


def _too_much(toml: str) -> str | None:
    """Say what in a text would be too much for a parser, in one pass over it."""
    depth = parts = 0
    for token in _TOKEN.finditer(toml):
        text = token[0]
        match token.lastgroup:
            case "long":
                return say("variant.long-text")
            case "text" if len(text) == 1 or text[-1] != text[0]:
                return say("variant.open-text", text=quoted(text))
            case "number" if len(text) > MOST_DIGITS:
                return say("variant.digits", most=MOST_DIGITS, number=quoted(text))
            case "mark" if text == ".":
                parts += 1
            case "mark":
                parts = 0
                depth += (text in "[{") - (text in "]}")
        if depth > MOST_DEPTH:
            return say("variant.depth", most=MOST_DEPTH)
        if parts >= MOST_PARTS:
            return say("variant.parts", most=MOST_PARTS)
    return None


def numbers_of(row: Row) -> list[OptionSpec]:
    """List what a variant may change on a component, with the values that it has."""
    numbers = _numbers(row).items()
    return [spec_of(name, getattr(row, name), it) for name, it in numbers if row.means(name)]


def _numbers(row: Row) -> dict[str, Any]:
    types = get_type_hints(type(row), include_extras=True)
    return {name: row.closer(name) or it for name, it in types.items() if is_number(it)}


def _changed(row: Row, changes: Mapping[str, object], where: str, kept: bool) -> Row:
    numbers = _numbers(row)
    if kept:
        numbers = {name: without_bounds(type_) for name, type_ in numbers.items()}
    else:
        _meaningful(row, changes, numbers, where)
    _only(changes, tuple(numbers), where)
    values: dict[str, Any] = {}
    for name, value in changes.items():
        try:
            values[name] = read_value(numbers[name], value)
        except ValueError as error:
            raise refused(f"{where}.{name}", error) from None
    return replace(row, **values)  # type: ignore[type-var]  # rows are dataclasses


def _meaningful(row: Row, changes: Iterable[str], numbers: Iterable[str], where: str) -> None:
    """Refuse to change a number that says nothing of a component, though it does of its kind."""
    allowed = ", ".join(name for name in numbers if row.means(name))
    for name in changes:
        if name in numbers and not row.means(name):
            raise refused(where, say("variant.idle", name=name, allowed=allowed or None))


def _differing(row: Row, changed: Row) -> dict[str, object]:
    """Give the fields that are not what they were."""
    names = [field.name for field in fields(row)]  # type: ignore[arg-type]  # rows are dataclasses
    return {
        name: now
        for name in names
        if name != "id" and (now := getattr(changed, name)) != getattr(row, name)
    }


def _table(table: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, dict):
        raise refused(where, say("variant.table", name=key, given=quoted(found)))
    return found


def _only(table: Iterable[str], allowed_keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in allowed_keys:
            raise refused(
                where, say("variant.key", name=quoted(key), allowed=", ".join(allowed_keys))
            )


def _canonical(value: Any) -> Any:
    """Order tables by key, so that the same content has the same hash."""
    return (
        sorted((k, _canonical(v)) for k, v in value.items()) if isinstance(value, dict) else value
    )
