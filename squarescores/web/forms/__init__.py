"""The shape of everything a page sends: fields, not permissions and not rules of the game."""

from squarescores.web.forms.fields import WrongError
from squarescores.web.forms.form import HIDDEN, HouseForm
from squarescores.web.forms.people import AccountForm, LanguageForm, SignOutForm, SureForm
from squarescores.web.forms.rules import RulesForm, TableForm
from squarescores.web.forms.sheet import BankForm, BidForm, CorrectionForm, EntryForm, VoidForm
from squarescores.web.forms.table import (
    AgreementForm,
    DealerForm,
    JoinCodeForm,
    JoinForm,
    JoiningForm,
    RecoveryForm,
    SeatForm,
    SidesForm,
)

__all__ = [
    "HIDDEN",
    "AccountForm",
    "AgreementForm",
    "BankForm",
    "BidForm",
    "CorrectionForm",
    "DealerForm",
    "EntryForm",
    "HouseForm",
    "JoinCodeForm",
    "JoinForm",
    "JoiningForm",
    "LanguageForm",
    "RecoveryForm",
    "RulesForm",
    "SeatForm",
    "SidesForm",
    "SignOutForm",
    "SureForm",
    "TableForm",
    "VoidForm",
    "WrongError",
]
