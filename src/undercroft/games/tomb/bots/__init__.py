"""Bots that know Tomb of Four Kings: two rules of thumb, and two that learned by playing."""
