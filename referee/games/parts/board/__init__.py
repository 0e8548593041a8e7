"""Cards in the middle that all players share."""
