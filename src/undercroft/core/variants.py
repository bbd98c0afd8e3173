"""Variants: a small TOML file that changes a game's options and component rows.

    game = "tomb"
    title = "Rich kings"
    [options]
    start-hp = 8
    [rows.ks]
    worth = 15

Whatever takes a game takes a variant, for a game with a variant is a game.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any, get_type_hints

from undercroft.core.errors import BadOption, BadVariant
from undercroft.core.game import Game, Row
from undercroft.core.options import is_number, read_options, read_value


def with_variant(toml: str, file: str, find: Callable[[str], Game[Any, Any]]) -> Game[Any, Any]:
    """Read a variant and give the game, changed. Refusals name file, key and what is allowed."""
    try:
        table = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise BadVariant(f"{file}: not TOML: {error}") from None
    _only(table, ("game", "title", "options", "rows"), file)
    try:
        game = find(str(table.get("game")))
        read_options(game.options, _table(table, "options", file))
    except BadOption as error:
        raise BadVariant(f"{file}: {error}") from None
    rows = dict(game.rows)
    for id, changes in _table(table, "rows", file).items():
        _only({id: changes}, tuple(game.rows), f"{file}: rows")
        rows[id] = _changed(
            rows[id], _table(table["rows"], id, f"{file}: rows"), f"{file}: rows.{id}"
        )
    digest = sha256(repr(_canonical(table)).encode()).hexdigest()[:16]
    return replace(
        game,
        rows=rows,
        defaults=table.get("options", {}),
        changes={id: _differing(game.rows[id], rows[id]) for id in table.get("rows", {})},
        variant=digest,
    )


def _changed(row: Row, changes: Mapping[str, object], where: str) -> Row:
    types = get_type_hints(type(row), include_extras=True)
    numbers = {name: type_ for name, type_ in types.items() if is_number(type_)}
    _only(changes, tuple(numbers), where)
    values: dict[str, Any] = {}
    for name, value in changes.items():
        try:
            values[name] = read_value(numbers[name], value)
        except ValueError as error:
            raise BadVariant(f"{where}.{name}: {error}") from None
    return replace(row, **values)  # type: ignore[type-var]  # rows are dataclasses


def _differing(row: Row, changed: Row) -> dict[str, object]:
    """Give the fields that are not what they were."""
    names = [field.name for field in fields(row)]  # type: ignore[arg-type]  # rows are dataclasses
    return {name: now for name in names if (now := getattr(changed, name)) != getattr(row, name)}


def _table(table: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, dict):
        raise BadVariant(f"{where}: {key}: expected a table, got {found!r}")
    return found


def _only(table: Mapping[str, object], allowed_keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in allowed_keys:
            raise BadVariant(f"{where}: unknown key {key!r}; there are: {', '.join(allowed_keys)}")


def _canonical(value: Any) -> Any:
    """Order tables by key, so that the same content has the same hash."""
    return (
        sorted((k, _canonical(v)) for k, v in value.items()) if isinstance(value, dict) else value
    )
