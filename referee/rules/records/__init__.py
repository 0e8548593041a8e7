"""Records: reading them, ruling on every line, and judging open lines by what later lines reveal."""
