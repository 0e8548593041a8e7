"""The club as files, and the screens that show it."""
