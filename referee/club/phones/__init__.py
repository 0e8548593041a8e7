"""Players' phones: each speaks for one seat tonight. It adds lines and reports, and decides nothing."""
