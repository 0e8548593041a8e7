"""The projections: for each kind of event, a pure function that returns the changes to the queried tables."""
