"""The referee's desk in a terminal: one screen a file."""
