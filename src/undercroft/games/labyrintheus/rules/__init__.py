"""The rules of Labyrintheus: setup, the turn and its phases. Start at `turns.py`."""
