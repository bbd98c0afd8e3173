"""What there is to play: `undercroft games`, `new-game` and `rules`."""

import json
import sys
from typing import Annotated

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import (
    AsJson,
    GameName,
)
from undercroft.cli.new_game import write_game
from undercroft.cli.words import say
from undercroft.describing import described
from undercroft.games import catalogue, find_game, left_out
from undercroft.rulebook import clause_of, for_players, rules_of


@command("games", "undercroft games", "undercroft games --json")
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
        seats = least if least == most else say("games.seats", least=least, most=most)
        print(say("games.game", id=game["id"], title=game["title"], seats=seats))
        print(f"  {say('games.options')}")
        for option in game["options"]:
            default = option["default"] or say("games.follows")
            named = {key: option[key] for key in ("name", "title", "allowed")}
            print(f"    {say('games.option', **named, default=default)}")
            print(f"      {option['help']}")
            for choice, title in option["choice_titles"].items():
                print(f"        {choice}: {title}")
        for kind in ("presets", "bots"):
            print(f"  {say(f'games.{kind}')}")
            for entry in game[kind]:
                title = f"{entry['title']}. " if "title" in entry else ""
                print(f"    {entry['name']}: {title}{entry['help']}")


@command("new-game", "undercroft new-game well")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("new-game.name"))],
) -> None:
    """Write a small complete game."""
    for file in write_game(name):
        print(file)
    print(f"\n{say('new-game.play', name=name)}\n{say('new-game.then')}")


@command("rules", "undercroft rules tomb", "undercroft rules tomb T-31")
def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help=say("rules.one")),
    ] = None,
) -> None:
    """Show the rules of a game, or one clause of them."""
    found = find_game(game)
    print(clause_of(found.id, clause) if clause else for_players(rules_of(found.id)).rstrip())
