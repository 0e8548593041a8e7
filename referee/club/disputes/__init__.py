"""Disputes and penalties."""
