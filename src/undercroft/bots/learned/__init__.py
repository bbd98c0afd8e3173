"""Bots that learned from games of their own: one way for all games."""
