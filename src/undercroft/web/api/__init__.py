"""The HTTP API: what programs send, and what they are shown."""
