"""Players' phones: pages for a seat at tonight's tables, served on the club's network."""
