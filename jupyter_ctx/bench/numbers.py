"""Numbers among the benchmarks' options, with a clear word for those of no use."""

from __future__ import annotations

import argparse

LEAST_BUDGET = 20
"""Tokens; fewer hold no context of any policy, so there is nothing to measure."""


def positive(text: str) -> int:
    """Read how many of something: 1 or more.

    Raises:
        argparse.ArgumentTypeError: It is none, or no whole number.

    """
    return _number(text, 1)


def budget_of(text: str) -> int:
    """Read a budget in tokens: `1_000`.

    Raises:
        argparse.ArgumentTypeError: It holds nothing, or is no whole number.

    """
    return _number(text, LEAST_BUDGET)


def budgets_of(text: str) -> tuple[int, ...]:
    """Read budgets in tokens: `500,1_000`.

    Raises:
        argparse.ArgumentTypeError: There is none, or one holds nothing.

    """
    return tuple(map(budget_of, [part for part in text.split(",") if part] or [text]))


def _number(text: str, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        msg = f"{text!r} is not a whole number of {least} or more"
        raise argparse.ArgumentTypeError(msg)
    return number
