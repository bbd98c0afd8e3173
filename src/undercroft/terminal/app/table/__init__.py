"""The table on the full screen."""
