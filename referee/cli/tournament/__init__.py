"""Commands for tournaments and the clock."""
