"""The results of a season: standings, ratings, attendance and trophies."""
