"""Undoing what officers did, for the desk and for the command `undo`."""
