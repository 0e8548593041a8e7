"""Corrections of past records, and previews of their effects."""
