"""A rulebook: its clauses, what they answer, the options of a house, and the score that it itemises."""
