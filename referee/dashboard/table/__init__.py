"""A table: its record, the line being typed, and how it ends."""
