"""Tournaments at the desk."""
