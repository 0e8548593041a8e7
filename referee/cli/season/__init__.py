"""Commands for seasons, schedules and standings."""
