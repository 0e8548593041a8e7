"""Read and write hand histories of Texas Hold'em in formats of other programs."""
