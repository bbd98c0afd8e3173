"""The special rooms, A to GG (rooms part, section 2)."""
