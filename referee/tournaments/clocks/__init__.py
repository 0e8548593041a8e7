"""The clock of a tournament or of the room."""
