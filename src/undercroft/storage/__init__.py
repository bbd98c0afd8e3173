"""Plays in a database: what was answered, in order; everything else is recomputed from it."""
