"""For all tests: a crowded machine is slow, not wrong."""

from hypothesis import settings

settings.register_profile("crowded", deadline=None)
settings.load_profile("crowded")
