"""The club's domain: roster, seasons, sessions, seat draws, matches, disputes, standings and ratings."""
