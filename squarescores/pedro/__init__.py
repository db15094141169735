"""The game of Pedro as a score sheet: pure, the standard library and itself only."""

from .deal import TWENTY_EIGHT_FIFTY_SIX, Bid, Both, Deal, Seat, Side, Suit
from .rules import PRESETS, Rules, RulesError
from .standing import Outcome, Scored, Standing, fold, start
from .tally import Tally

__all__ = [
    "PRESETS",
    "TWENTY_EIGHT_FIFTY_SIX",
    "Bid",
    "Both",
    "Deal",
    "Outcome",
    "Rules",
    "RulesError",
    "Scored",
    "Seat",
    "Side",
    "Standing",
    "Suit",
    "Tally",
    "fold",
    "start",
]
