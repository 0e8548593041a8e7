"""The house rules of Big Two, the acts of its records, and the table."""

from __future__ import annotations

from dataclasses import field

from referee import rules
from referee.games.parts.climbing.lead import ClimbingOptions, Lead
from referee.games.parts.climbing.opening import LeftOverCards
from referee.games.parts.climbing.phrases import register_plays
from referee.rules import Rulebook, frozen, option


@frozen
class BigTwoOptions(ClimbingOptions):
    """The house rules of Big Two."""

    two_pair_play: bool = option(True, question="May two pairs and any fifth card be played?")
    lowest_card: str = option(
        question="Which is the lowest suit, and so which three opens?",
        labels={"3D": "diamonds, then clubs: 3D opens", "3C": "clubs, then diamonds: 3C opens"},
    )
    straights: str = option(
        question="Which straights are there?",
        labels={
            "linear": "3-4-5-6-7 up to J-Q-K-A-2",
            "plus_low": "A-2-3-4-5 and 2-3-4-5-6 as well, lowest",
            "poker": "A-2-3-4-5 up to 10-J-Q-K-A, as in poker",
            "2_to_6_highest": "A-2-3-4-5 up to 10-J-Q-K-A, and above these 2-3-4-5-6",
        },
    )
    royal: str = option(
        question="Is 10-J-Q-K-A of one suit a class of its own?",
        labels={"10_to_A": "yes, the royal flush", "none": "no, a straight flush like any other"},
    )
    remainder_3p: str = option(
        question="With three players, where does the 52nd card go?",
        labels={"face_up_out": "out of play, face up", "to_3D_holder": "to the holder of the lowest card"},
    )
    flush_compare: str = option(
        question="How are two flushes compared?",
        labels={
            "top_card": "by the highest card",
            "suit_first": "by suit, then by ranks",
            "all_cards": "by all ranks, then by suit",
        },
    )


book = Rulebook("big-two", title="Chor Dai Di (Big Two)", players=range(3, 5), options=BigTwoOptions, seed="004")
register_plays(book)
book.add_act(LeftOverCards, "out CARDS")
book.add_synonyms({"out CARDS": "left over/out, set aside, out of play"})


@frozen
class BigTwoTable(rules.Table):
    """A Big Two table between two lines of a record."""

    options: BigTwoOptions
    lead: Lead = field(default_factory=Lead)
