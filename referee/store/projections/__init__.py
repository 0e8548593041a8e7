"""What follows from each kind of event in the tables that are queried: one pure function a kind."""
