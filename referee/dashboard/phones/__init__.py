"""Screens for the players' phones: calls, reported results, table codes and the phone server."""
