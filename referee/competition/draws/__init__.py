"""The kinds of draws: each assigns seats to entrants, based on their history."""
