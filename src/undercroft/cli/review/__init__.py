"""Commands that look back: reviews, percentiles, puzzles and how they are found."""
