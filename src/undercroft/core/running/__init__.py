"""Games that bots play by themselves: nothing pauses, and nothing is recorded."""
