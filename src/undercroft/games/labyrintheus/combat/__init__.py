"""Fights and attacks: contest, damage, and what comes of them (5.4 to 5.7)."""
