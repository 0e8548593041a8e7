"""What hands of cards are worth, and which hand is higher."""
