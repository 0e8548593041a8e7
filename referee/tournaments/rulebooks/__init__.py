"""The rulebook of a tournament: its clauses, and their conditions."""
