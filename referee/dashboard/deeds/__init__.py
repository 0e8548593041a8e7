"""One way to do a deed: as data what it asks, its effect, what is done and said, how it is undone; and one dialog."""
