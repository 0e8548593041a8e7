"""Commands for members and officers."""
