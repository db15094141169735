"""The one way a write goes in and a refusal comes out: CSRF, who, permission, shape, rule, answer."""

from squarescores.web.guard.problem import Problem, problem, refuse, told, told_beside, wants_json
from squarescores.web.guard.writing import Act, Permission, Wrote, asked, the_match, the_table, write

__all__ = [
    "Act",
    "Permission",
    "Problem",
    "Wrote",
    "asked",
    "problem",
    "refuse",
    "the_match",
    "the_table",
    "told",
    "told_beside",
    "wants_json",
    "write",
]
