"""What every game must keep to, ours and those of other packages: ``pytest --pyargs referee.conformance --game NAME``.

It is installed with ``referee[test]``. Without ``--game`` all games are looked at that are found.
"""
