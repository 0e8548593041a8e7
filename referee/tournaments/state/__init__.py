"""What is written of a tournament, folded from its log, and the results of its tables."""
