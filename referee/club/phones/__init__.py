"""Players' phones: each speaks for one seat tonight. A phone adds lines and reports, but makes no decisions."""
