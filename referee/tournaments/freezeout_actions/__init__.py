"""A freezeout as it is played: what officers do at its tables, and what is said of it."""
