"""Climbing games, in which each play beats the previous one."""
