"""Undoing officers' actions, from the dashboard and with the command `undo`."""
