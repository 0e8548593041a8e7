"""Reading a record: what is known, every line ruled on, and what later lines reveal."""
