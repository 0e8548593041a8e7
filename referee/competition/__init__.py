"""Drawing and ranking, for evenings and tournaments alike: who sits where, and who stands where."""
