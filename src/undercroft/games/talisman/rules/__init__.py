"""The course of the game: setup, rounds and turns, dice, tasks, the end."""
