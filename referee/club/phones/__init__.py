"""Players' phones. Each belongs to one seat tonight, and adds lines and reports, but makes no decisions."""
