"""The kinds of draws. Each assigns seats to entrants according to their history."""
