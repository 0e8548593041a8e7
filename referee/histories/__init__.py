"""Hand histories of other programs: read as records of Texas Hold'em, and written from them."""
