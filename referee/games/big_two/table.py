"""What a Big Two table is asked before play, and what may be recorded there."""

from __future__ import annotations

from dataclasses import field

from referee import rules
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.lead import ClimbingOptions, Lead
from referee.games.parts.climbing.opening import Out
from referee.rules import Rulebook, option, value


@value
class BigTwoOptions(ClimbingOptions):
    """The questions that a club answers before it plays."""

    two_pair_play: bool = option(True, clauses="5.4", asks="May two pairs and any fifth card be played?")
    straights: str = option("linear", "plus_low", "poker", clauses="5.5", asks="Which five ranks are consecutive?")
    royal: str = option("10_to_A", "none", clauses="5.10", asks="Is a suited 10-J-Q-K-A a class of its own?")
    remainder_3p: str = option(
        "face_up_out", "to_3D_holder", clauses="2.1 2.2 3.3", asks="With three players, where does the 52nd card go?"
    )
    flush_compare: str = option(
        "top_card", "suit_first", "all_cards", clauses="5.6", asks="How are two flushes compared?"
    )


book = Rulebook("big-two", title="Chor Dai Di (Big Two)", players=range(3, 5), options=BigTwoOptions, seed="004")
book.takes(Play, "NAME plays CARDS")
book.takes(Pass, "NAME passes", "NAME pass")
book.takes(Out, "out CARDS")


@value
class BigTwoTable(rules.Table):
    """A Big Two table."""

    options: BigTwoOptions
    lead: Lead = field(default_factory=Lead)
