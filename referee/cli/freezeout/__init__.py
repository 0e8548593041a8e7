"""Freezeouts."""
