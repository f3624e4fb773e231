"""Matches: the event log, play, seats."""
