"""Tournaments: formats, plans, draws, scoring and the clock, over the club's ordinary tables."""
