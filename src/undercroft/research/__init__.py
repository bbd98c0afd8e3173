"""Games as environments for learning: Gymnasium, PettingZoo and OpenSpiel (extra `research`)."""
