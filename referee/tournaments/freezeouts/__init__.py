"""The state of a freezeout: blinds, seats, moves between tables, eliminations and prizes."""
