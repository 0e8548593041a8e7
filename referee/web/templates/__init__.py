"""The frame that pages of ours have, and the page that asks for the password."""

from pathlib import Path
from typing import Final

TEMPLATES: Final = Path(__file__).parent
