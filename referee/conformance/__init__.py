"""What every game must comply with, be it ours or another package's: ``pytest --pyargs referee.conformance --game
NAME``.

It is installed with ``referee[test]``. Without ``--game``, all games that are found are tested.
"""
