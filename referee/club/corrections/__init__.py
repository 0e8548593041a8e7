"""Corrections of what was recorded, and what each would change."""
