"""Deeds of the club that belong to no screen: the palette has them wherever an officer is."""
