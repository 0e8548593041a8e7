"""What officers do in a tournament: announce it, enter players, draw, play and end it."""
