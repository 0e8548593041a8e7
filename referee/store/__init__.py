"""The club's memory: one SQLite file, its tables, its engine and its log."""
