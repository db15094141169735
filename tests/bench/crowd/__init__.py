"""Thousands of phones, in a program of their own beside the server that they ask."""

from tests.bench.crowd.crowd import AT, SEATS, Crowd, allowed

__all__ = ["AT", "SEATS", "Crowd", "allowed"]
