"""Seasons, their schedules, and the sessions in them."""
