"""An open session: attendance, seat draws, and the board."""
