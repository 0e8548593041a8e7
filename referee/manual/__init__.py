"""The manual: a page of Markdown a file, and what finds a page or a word in them."""
