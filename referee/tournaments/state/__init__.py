"""The stored state of a tournament, replayed from its log, and the results of its tables."""
