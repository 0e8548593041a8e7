"""HTML pages and printed sheets from Jinja templates. They have no scripts and load nothing from elsewhere."""
