"""The rules of Dungeon in a Tin. Start at `turns.py`."""
