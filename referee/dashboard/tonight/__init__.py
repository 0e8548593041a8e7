"""Screens for tonight: overview, check-in, seating and the seat draw."""
