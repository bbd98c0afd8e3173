"""What there is to play: `undercroft games`, `new-game` and `rules`."""

import json
import sys
from typing import Annotated

import typer

from undercroft.cli.app import app, example
from undercroft.cli.arguments import (
    AsJson,
    GameName,
)
from undercroft.describing import described
from undercroft.games import catalogue, find_game, left_out
from undercroft.new_game import write_game
from undercroft.rulebook import clause_of, for_players, rules_of


@app.command(epilog=example("undercroft games", "undercroft games --json"))
def games(as_json: AsJson = False) -> None:
    """List the games, with their seats, options, presets and bots."""
    for why in left_out().values():
        print(f"undercroft: {why}", file=sys.stderr)
    found = [described(game) for game in catalogue().values()]
    if as_json:
        print(json.dumps(found, indent=2))
        return
    for game in found:
        least, most = game["seats"]["least"], game["seats"]["most"]
        seats = f"{least}" if least == most else f"{least} to {most}"
        print(f"{game['id']}: {game['title']}, seats: {seats}")
        print("  options")
        for option in game["options"]:
            default = option["default"] or "follows from the other options"
            print(f"    {option['name']}: {option['allowed']}; default: {default}")
            print(f"      {option['help']}")
        for kind in ("presets", "bots"):
            print(f"  {kind}")
            for entry in game[kind]:
                print(f"    {entry['name']}: {entry['help']}")


@app.command("new-game", epilog=example("undercroft new-game well"))
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's id, such as well.")],
) -> None:
    """Write a small complete game for you to change.

    It comes with rules, words, a bot and tests.
    """
    for file in write_game(name):
        print(file)
    print(f"\nPlay it: undercroft play {name}    Test it: pytest tests -k {name}")
    print("Then make it yours: CONTRIBUTING.md walks you through it.")


@app.command(epilog=example("undercroft rules tomb", "undercroft rules tomb T-31"))
def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help="A clause or ruling, such as T-31, R-12 or P-2."),
    ] = None,
) -> None:
    """Show the rules of a game, or one clause of them."""
    found = find_game(game)
    print(clause_of(found.id, clause) if clause else for_players(rules_of(found.id)).rstrip())
