"""Scores of tables and rounds, places, and tie-breaks."""
