"""The cards and personas, and what each card does (2.3 to 2.9)."""
