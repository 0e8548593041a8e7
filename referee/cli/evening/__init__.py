"""Commands for the evening: sessions, check-in, seats and phones."""
