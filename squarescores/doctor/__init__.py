"""The doctor: looks at a house from all sides before or while it is served, and changes nothing."""

from squarescores.doctor.finding import Finding
from squarescores.doctor.visit import visit

__all__ = ["Finding", "visit"]
