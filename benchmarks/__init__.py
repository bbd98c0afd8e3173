"""How fast it is, measured in one run against others."""
