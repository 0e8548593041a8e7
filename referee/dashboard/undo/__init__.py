"""The last thing done at this desk, and how it is undone."""
