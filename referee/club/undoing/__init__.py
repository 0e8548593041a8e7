"""Undoing officers' actions, for the dashboard and for the command `undo`."""
