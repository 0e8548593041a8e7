"""How a freeze-out stands: blinds, seats, moves between tables, who is out, and the prizes."""
