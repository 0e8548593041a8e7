"""The rows of the exported tables."""
