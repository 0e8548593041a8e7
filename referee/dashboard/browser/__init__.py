"""The desk or the board in a browser."""
