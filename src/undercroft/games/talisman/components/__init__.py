"""What the game is made of: one row each."""
