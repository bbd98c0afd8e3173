"""What was found, as text, as a page, as plots."""
