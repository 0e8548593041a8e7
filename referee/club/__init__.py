"""What officers do: roster, seasons, sessions, seating, tables, disputes, standings, ratings."""
