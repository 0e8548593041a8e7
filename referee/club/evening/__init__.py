"""The evening itself: who is here, the draw of seats, and what hangs on the wall."""
