"""The notation of one line: the players, the words, and what each verb takes."""
