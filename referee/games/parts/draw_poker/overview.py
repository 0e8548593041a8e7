"""Common parts of the overviews of games with draws."""

from __future__ import annotations

from typing import Final

DEALT: Final = "Every player puts {{ante:chip}} into the pot and is dealt {cards}, for their eyes only."
FIRST_TURN: Final = "Turn 1 is a betting round: check or bet; after a bet, call, raise or fold."
LATER_TURNS: Final = "{turns}: each player may {exchange}. Then there is another betting round."
BLUFF: Final = "If all others fold, the last player wins and need not show."
