"""What an officer types at a table: completion of lines, suggestions, and an example of each line."""
