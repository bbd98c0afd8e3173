"""People: their accounts, names and sessions, and who knows whom."""
