"""How what officers did is undone: for the desk, which notes what was done there, and for the command `undo`."""
