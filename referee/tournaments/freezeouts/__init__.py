"""Freeze-outs: blinds, seats, moves between tables, who is out, and the prizes."""
