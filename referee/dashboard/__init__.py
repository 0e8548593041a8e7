"""The officers' desk in a terminal, a Textual application with one file for each screen."""

import os

# Textual paints so many times a second, which is how long a key may wait to be seen; it reads this when it is loaded.
os.environ.setdefault("TEXTUAL_FPS", "120")
