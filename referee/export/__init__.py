"""Export a club's data, with one module for each format."""
