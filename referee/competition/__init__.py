"""Drawing and ranking, for evenings and tournaments."""
