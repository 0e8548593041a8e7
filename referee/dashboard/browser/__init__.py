"""Serve the desk or the board to a browser."""
