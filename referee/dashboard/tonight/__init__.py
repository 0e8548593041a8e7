"""Tonight: check-in, seats, the tables and what waits."""
