"""Comparisons and sweeps on equal luck."""
