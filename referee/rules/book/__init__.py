"""A rulebook: its clauses, what they answer, what is known of the cards, and the score that it itemises."""
