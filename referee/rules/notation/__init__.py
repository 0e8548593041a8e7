"""The notation of a line: players, verbs and their arguments."""
