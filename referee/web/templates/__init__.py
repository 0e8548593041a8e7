"""Templates for the frame of pages and for the login page."""

from pathlib import Path
from typing import Final

TEMPLATES: Final = Path(__file__).parent
