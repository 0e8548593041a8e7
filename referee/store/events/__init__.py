"""The log of a club: what was done, event by event, on SQLite or on PostgreSQL."""
