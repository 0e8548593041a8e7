"""Undo and redo the last action, and correct finished matches."""
