"""Players' phones: pages for one seat of tonight, served on the club's network."""
