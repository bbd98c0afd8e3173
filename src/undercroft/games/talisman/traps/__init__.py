"""Traps: a table for each kind (rooms part, section 3)."""
