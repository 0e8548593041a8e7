"""Freeze-outs."""
