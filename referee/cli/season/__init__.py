"""Seasons, their schedule and their standings."""
