"""The examples in the game's own words do what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import squarescores.pedro

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(squarescores.pedro.__path__, "squarescores.pedro.")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_right(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_worked_hand_is_among_them() -> None:
    assert doctest.testmod(importlib.import_module("squarescores.pedro.standing")).attempted >= 5
