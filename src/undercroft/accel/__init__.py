"""Games in native code, for a million plays and for learning: a folder for each game."""
