"""Members and officers."""
