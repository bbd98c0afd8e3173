"""Puzzles: decisions in which one option beats the rest, and the rule of thumb errs."""
