"""What a season gives: results, standings, ratings, attendance and trophies."""
