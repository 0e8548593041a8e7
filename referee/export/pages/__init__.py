"""Pages and sheets: Jinja templates, and what fills them. Nothing in a page is loaded from elsewhere, and no script."""
