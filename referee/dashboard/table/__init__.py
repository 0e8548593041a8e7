"""Screens of a match: its record, the line editor and the settlement."""
