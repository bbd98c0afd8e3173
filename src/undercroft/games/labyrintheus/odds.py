"""Chances."""
