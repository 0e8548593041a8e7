"""Officers' actions in a tournament: announcing it, entering players, drawing, playing and ending it."""
