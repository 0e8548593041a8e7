"""Names as they are typed, and what is said of a slip."""
