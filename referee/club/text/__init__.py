"""Typed names, lines and texts, and the faults that are reported for them."""
