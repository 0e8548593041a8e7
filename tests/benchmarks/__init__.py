import referee.dashboard  # noqa: F401 (sets how often Textual paints, before a benchmark loads Textual)
