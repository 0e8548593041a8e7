"""Commands for a table: record, correct and dispute play."""
