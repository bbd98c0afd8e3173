"""Games described for programs, as `undercroft games --json` does."""

from typing import Any

from undercroft.core.game import Game
from undercroft.core.options import written


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
                "help": help_on("options-help", spec.name),
                "allowed": spec.allowed,
                "choices": None if spec.choices is None else [*map(written, spec.choices)],
                "least": spec.least,
                "most": spec.most,
                "default": None if spec.default is None else written(spec.default),
            }
            for spec in game.option_specs
        ],
        "presets": [
            {
                "name": name,
                "help": help_on("presets", name),
                "options": {option: written(value) for option, value in preset.items()},
            }
            for name, preset in game.presets.items()
        ],
        "bots": [{"name": name, "help": help_on("bots", name)} for name in game.bots],
    }
