"""What a game counts for studies, and how certain a count is."""
