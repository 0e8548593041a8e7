"""A table: what is recorded at it, corrected and disputed."""
