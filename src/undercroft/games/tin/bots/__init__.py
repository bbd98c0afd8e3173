"""Bots that know Dungeon in a Tin."""
