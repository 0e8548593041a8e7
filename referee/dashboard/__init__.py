"""The referee's desk in a terminal: one screen a file."""

import os

# Textual paints so many times a second, which is how long a key may wait to be seen; it reads this when it is loaded.
os.environ.setdefault("TEXTUAL_FPS", "120")
