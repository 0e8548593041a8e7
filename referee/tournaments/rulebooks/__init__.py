"""The rulebook of a tournament: its clauses, and which of them are in force."""
