"""The full-screen table. All that needs Textual is in here."""
