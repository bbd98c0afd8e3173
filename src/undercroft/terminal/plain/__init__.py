"""The plain table: lines out, lines in."""
