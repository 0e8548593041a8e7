"""Community cards, which all players share."""
