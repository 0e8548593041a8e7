"""The ranking of hands of cards."""
