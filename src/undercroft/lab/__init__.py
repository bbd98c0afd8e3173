"""Plays by the million."""
