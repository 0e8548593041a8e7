"""Screens for members, officers, sessions, standings and files."""
