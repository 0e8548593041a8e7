"""A match at a table: started, recorded line by line, changed, and ended."""
