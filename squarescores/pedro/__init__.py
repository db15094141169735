"""The game of Pedro as a score sheet: pure, the standard library and itself only."""

from squarescores.pedro.case import Case, CaseError, answer, row_answer
from squarescores.pedro.deal import TWENTY_EIGHT_FIFTY_SIX, Bid, Both, Deal, Seat, Side, Suit
from squarescores.pedro.rules import PRESETS, Rules, RulesError
from squarescores.pedro.standing import Outcome, Scored, Standing, fold, start
from squarescores.pedro.tally import Tally

__all__ = [
    "PRESETS",
    "TWENTY_EIGHT_FIFTY_SIX",
    "Bid",
    "Both",
    "Case",
    "CaseError",
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
    "answer",
    "fold",
    "row_answer",
    "start",
]
