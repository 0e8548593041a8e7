"""Undo the last action, and correct the past."""
