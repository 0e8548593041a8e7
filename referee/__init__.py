"""A tournament referee and match log for card clubs."""

__version__ = "0.1.0"
