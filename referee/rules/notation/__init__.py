"""The text record and its notation: read, written, completed and cut short."""
