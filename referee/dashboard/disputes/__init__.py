"""Disputes, facts and the rulebook."""
