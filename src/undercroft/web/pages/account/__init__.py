"""What is yours: the account, settings, friends, games played."""
