"""Whole hands with slips in them, played from the source texts alone, and how the referee rules on their records.

`python -m tests.oracles.slips --game stealing-bundles --number 400 --seed 1` plays so many hands of a game. All cards
are known to the oracle, so it knows of each line whether it was right. One to four times a hand a player does what the
text forbids: nobody notices and the hand goes on from it, or it is taken back at once, with or without a remark in the
record.
"""
