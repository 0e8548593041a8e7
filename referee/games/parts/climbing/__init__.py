"""Climbing: each play beats the play before it."""
