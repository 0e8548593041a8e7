"""Tournaments, and the clock."""
