"""What each viewer sees of a game, moment by moment."""
