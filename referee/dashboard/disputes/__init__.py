"""Screens for disputes, facts without a table, and the rulebook."""
