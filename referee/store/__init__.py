"""Storage of a club: its SQLite file or PostgreSQL database, its event log, and the tables projected from it."""
