"""Commands for a table: recording, correcting and disputing play."""
