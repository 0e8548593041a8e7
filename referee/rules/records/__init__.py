"""Reading a record: every line ruled on, and what later lines reveal."""
