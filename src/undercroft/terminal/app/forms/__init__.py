"""Forms: rows to fill in."""
