"""What cards make, and which hand is higher."""
