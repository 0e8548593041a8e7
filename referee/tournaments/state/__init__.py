"""How a tournament stands, folded from its log and the results of its tables."""
