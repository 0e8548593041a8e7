"""What an officer types at a table: lines cut short, completed, and an example of each."""
