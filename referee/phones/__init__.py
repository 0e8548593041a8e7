"""Serve pages for the phones of players at tonight's tables."""
