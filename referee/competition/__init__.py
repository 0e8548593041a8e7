"""Drawing and ranking, for evenings and tournaments alike: seats and standings."""
