"""The door: how requests come in, whole or not at all, and connections go."""

from squarescores.door.keeper import Doorkeeper

__all__ = ["Doorkeeper"]
