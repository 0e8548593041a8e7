"""How a freezeout stands: blinds, seats, moves between tables, who is out, and the prizes."""
