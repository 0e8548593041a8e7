"""An evening: the session and its seats."""
