"""The suite that every game must pass, from this package or another: ``pytest --pyargs referee.conformance --game
NAME``.

It is installed with ``referee[test]``. Without ``--game``, all installed games are tested.
"""
