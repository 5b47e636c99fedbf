"""Errors as they happen in a real kernel, and what the context says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.live.kernel import LiveKernel
from tests.truth.campaign import CELL_TIME, Session
from tests.truth.notebooks import Source

BUDGET = 500  # tokens
MESSAGE = 80  # characters of the first line of a message that must be there
LINE = 100  # characters of the failing line that must be there
ERRORS = 12  # of one notebook


@dataclass
class Told:
    """How many errors were told with each fact, and where one was not."""

    errors: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Tell all figures."""
        kinds = ", ".join(f"{kind} {n}" for kind, n in self.kinds.most_common())
        yield f"errors {self.errors}: {kinds}"
        yield f"told at {BUDGET} tokens: {dict(self.facts)}"


def run(source: Source, told: Told, most: int = ERRORS) -> None:
    """Run *source* from the top and look at its first *most* errors."""
    with LiveKernel(env={"MPLBACKEND": "agg"}) as kernel:
        session = Session(kernel, source)
        seen = 0
        for cell, text in session.cells.items():
            ran = kernel.run(text, cell_id=cell, timeout=CELL_TIME)
            if ran.status == "ok" or ran.error is None:
                continue
            seen += 1
            _check(session, ran.error, told)
            if seen >= most:
                break


def _check(session: Session, shown: dict[str, Any], told: Told) -> None:
    truth = session.value("last_error()")
    text = _flat(session.value(f"context({BUDGET})"))
    told.errors += 1
    told.kinds[shown["ename"]] += 1
    message = _flat(truth["evalue"].strip().split("\n")[0])[:MESSAGE].strip()
    facts = {
        "type": truth["ename"] in text,
        "message": message in text,
        "line": _flat(truth.get("line", ""))[:LINE].strip() in text,
        "cell": truth.get("cell", "") in text,
    }
    told.facts.update(fact for fact, is_there in facts.items() if is_there)
    if not all(facts.values()):
        lost = [fact for fact, is_there in facts.items() if not is_there]
        told.wrong.append(f"{session.name}: lacks {lost}: {truth}\n{text}")


def _flat(text: str) -> str:
    return " ".join(text.split())
