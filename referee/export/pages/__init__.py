"""Pages and printed sheets: Jinja templates and their data. No page loads anything from elsewhere, or has scripts."""
