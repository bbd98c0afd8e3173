"""The Land above the Labyrinth, and the Wizard's Tower (land part of the rules of record)."""
