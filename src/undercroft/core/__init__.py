"""The engine: the standard library and msgspec; no files, no clock, no chance of its own."""
