"""The game as it is shown: browser, terminal, text, odds, measures."""
