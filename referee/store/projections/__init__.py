"""The projections. For each kind of event, a pure function returns the changes to the queried tables."""
