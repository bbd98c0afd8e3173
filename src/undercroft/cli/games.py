"""What there is to play: `undercroft games`, `rows`, `new-game` and `rules`."""

import json
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated, Any

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import (
    AsJson,
    GameName,
    Variant,
    games_named,
)
from undercroft.cli.new_game import write_game
from undercroft.cli.words import say
from undercroft.core.errors import BadOption
from undercroft.core.game import Added, Game
from undercroft.describing import described, described_row, variant_text
from undercroft.games import catalogue, find_game, left_out
from undercroft.rulebook import clause_of, for_players, read_clauses, rules_of
from undercroft.terminal.local.journals import game_of


@command("games", "undercroft games", "undercroft games tomb", "undercroft games --json")
def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=say("games.one"), autocompletion=games_named),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, with their seats, options, presets and bots."""
    listed = catalogue().values() if game is None else [find_game(game)]
    for why in left_out().values() if game is None else ():
        print(f"undercroft: {why}", file=sys.stderr)
    found = [described(each) for each in listed]
    if as_json:
        print(json.dumps(found, indent=2))
        return
    for each in found:
        least, most = each["seats"]["least"], each["seats"]["most"]
        seats = least if least == most else say("games.seats", least=least, most=most)
        print(say("games.game", id=each["id"], title=each["title"], seats=seats))
        print(f"  {say('games.options')}")
        for option in each["options"]:
            default = option["default"] or say("games.follows")
            named = {key: option[key] for key in ("name", "title", "allowed")}
            print(f"    {say('games.option', **named, default=default)}")
            print(f"      {option['help']}")
            for choice, title in option["choice_titles"].items():
                print(f"        {choice}: {title}")
        for kind in ("presets", "bots"):
            print(f"  {say(f'games.{kind}')}")
            for entry in each[kind]:
                title = f"{entry['title']}. " if "title" in entry else ""
                if entry.get("level"):
                    title = say("games.level", level=entry["level"])
                print(f"    {entry['name']}: {title}{entry['help']}")


@command(
    "rows",
    "undercroft rows tomb",
    "undercroft rows tomb 9s",
    "undercroft rows tomb --variant mine.toml --json",
)
def rows(
    game: GameName,
    id: Annotated[str | None, typer.Argument(metavar="ID", help=say("rows.id"))] = None,
    variant: Variant = None,
    as_json: AsJson = False,
) -> None:
    """List a game's components, and the numbers that a variant may change."""
    played, _ = game_of(game, variant)
    if id is not None and id not in played.rows:
        near = ", ".join(get_close_matches(id, played.rows)) or None
        raise BadOption(say("refused.no-row", name=id[:40], near=near, game=played.id))
    found = [described_row(played, row) for row in ([id] if id else played.rows)]
    if as_json:
        print(json.dumps(found, indent=2))
    elif id is not None:
        print(*one_row(played, found[0]), sep="\n")
    else:
        print(*all_rows(played, found), sep="\n")


def one_row(game: Game[Any, Any], row: dict[str, Any]) -> Iterator[str]:
    """Show a component: each number, what is allowed, and how a variant changes it."""
    yield say("rows.row", id=row["id"], title=row["title"], kind=row["kind"])
    fields = row["fields"]
    if not fields:
        yield f"  {say('rows.fixed')}"
        return
    width = max(len(field["name"]) for field in fields)
    for field in fields:
        yield f"  {field['name']:{width}}  {field['value']:>4}  {field['allowed']}"
    first = next((field for field in fields if field["value"] not in ("0", "off")), fields[0])
    text = variant_text(game, "", {}, {row["id"]: {first["name"]: first["value"]}})
    lines = text.splitlines()
    yield from ["", say("rows.variant"), *(f"  {line}" for line in lines)]
    if game.adds(game.rows[row["id"]]):
        new = f"new-{row['id']}"
        like = {new: Added(row["id"], row["title"])}
        text = variant_text(game, "", {}, {new: {first["name"]: first["value"]}}, like)
        yield from ["", say("rows.new"), *(f"  {line}" for line in text.splitlines())]


def all_rows(game: Game[Any, Any], rows: list[dict[str, Any]]) -> Iterator[str]:
    """List components by kind: what is allowed once, then what each has that is not 0 or off."""
    yield say("rows.title", game=game.title, count=len(rows))
    yield say("rows.hint", game=game.id)
    for kind in dict.fromkeys(row["kind"] for row in rows):
        of_kind = [row for row in rows if row["kind"] == kind]
        yield ""
        yield say("rows.kind", kind=kind)
        fields: dict[str, str] = {}
        for field in [field for row in of_kind for field in row["fields"]]:
            fields.setdefault(field["name"], field["allowed"])
        for name, allowed in fields.items():
            yield f"    {say('rows.field', name=name, allowed=allowed)}"
        widths = [max(len(row[key]) for row in of_kind) for key in ("id", "title")]
        for row in of_kind:
            told = ", ".join(
                field["name"] if field["value"] == "on" else f"{field['name']} {field['value']}"
                for field in row["fields"]
                if field["value"] not in ("0", "off")
            )
            yield f"  {row['id']:{widths[0]}}  {row['title']:{widths[1]}}  {told}".rstrip()


@command("new-game", "undercroft new-game well")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("new-game.name"))],
) -> None:
    """Write a small complete game."""
    for file in write_game(name):
        print(file)
    print(f"\n{say('new-game.play', name=name)}\n{say('new-game.then')}")


@command(
    "rules",
    "undercroft rules tomb",
    "undercroft rules tomb T-31",
    "undercroft rules tomb --json",
)
def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help=say("rules.one")),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the rules of a game, or one clause of them."""
    found = find_game(game)
    if as_json:
        clauses = dict(read_clauses(rules_of(found.id)))
        if clause:
            clauses = {clause.upper(): clause_of(found.id, clause)}
        data = {"game": found.id, "rules_version": found.rules_version, "clauses": clauses}
        print(json.dumps(data, indent=2))
        return
    print(clause_of(found.id, clause) if clause else for_players(rules_of(found.id)).rstrip())
