"""Storage of a club: its SQLite file or PostgreSQL database, its log of events, and the tables projected from it."""
