"""How a game is shown, told and measured."""
