"""One page's connection to its table."""
