"""The event log of a club, on SQLite or on PostgreSQL."""
