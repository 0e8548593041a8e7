"""Records: reading them, ruling on every line, and judging open lines again in hindsight."""
