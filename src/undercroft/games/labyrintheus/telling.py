"""The table and the story as text."""
