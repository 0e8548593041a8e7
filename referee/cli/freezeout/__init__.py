"""Commands for freezeouts."""
