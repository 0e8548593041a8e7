"""The board: what a projector shows the room."""
