"""Matches: starting a table, recording lines, changing players, and ending a match."""
