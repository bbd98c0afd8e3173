"""Undercroft: the table for four dungeon games, on one engine whose rules only ask."""

__version__ = "0.1.0"
