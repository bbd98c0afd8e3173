"""Games that are played here, each with its journal file."""
