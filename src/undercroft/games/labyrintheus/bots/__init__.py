"""Bots that know Labyrintheus."""
