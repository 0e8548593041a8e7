"""Seasons, schedules and sessions."""
