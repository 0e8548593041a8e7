"""The frame of all pages, and the login page."""

from pathlib import Path
from typing import Final

TEMPLATES: Final = Path(__file__).parent
