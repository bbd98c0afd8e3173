"""What is kept of a game: entries, journals, and values written as text."""
