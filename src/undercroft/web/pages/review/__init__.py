"""Looking back: the review of a game, reviews with others, puzzles."""
