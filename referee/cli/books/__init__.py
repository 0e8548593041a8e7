"""Rulebooks and rulings, without a club."""
