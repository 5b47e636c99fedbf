"""Search: the cells that share words with the question, beside the newest ones."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from jupyter_ctx.bench.policies.request import Request
from jupyter_ctx.code.defuse import names

TAIL_SHARE = 0.5  # of the budget, for the newest cells
K1, B = 1.2, 0.75  # the usual constants of BM25
NEAREST = 5  # cells that pretzelai takes

_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|\d+|[a-z]+")


def bm25(request: Request) -> str:
    """Send the newest cells in half of the budget, then the best matches."""
    sources = [cell["source"] for cell in request.code]
    costs = [request.count(source) + 1 for source in sources]
    kept: set[int] = set()
    newest = range(len(sources) - 1, -1, -1)
    spent = _take(newest, costs, kept, int(TAIL_SHARE * request.budget), 0)
    scores = rank(request.question, sources)
    best = [i for i in sorted(newest, key=lambda i: -scores[i]) if scores[i] > 0]
    spent = _take(best, costs, kept, request.budget, spent, skip=True)
    _take(newest, costs, kept, request.budget, spent)
    return request.head("\n".join(sources[i] for i in sorted(kept)))


def pretzel(request: Request) -> str:
    """Send the imports and the cells nearest to the question, as pretzelai does.

    Its embeddings are stood in for by BM25, which needs no model.
    """
    sources = [cell["source"] for cell in request.code]
    scores = rank(request.question, sources)
    best = sorted(range(len(sources)), key=lambda i: (-scores[i], -i))[:NEAREST]
    imports = [
        binding.statement
        for source in sources
        for binding in names(source).binds
        if binding.kind == "import"
    ]
    parts = [*dict.fromkeys(imports), *(sources[i] for i in sorted(best))]
    return request.head("\n".join(parts))


def rank(question: str, texts: Sequence[str]) -> list[float]:
    """Score each of *texts* by BM25 with identifiers split at their humps."""
    documents = [Counter(_words(text)) for text in texts]
    lengths = [sum(document.values()) for document in documents]
    average = sum(lengths) / len(lengths) if sum(lengths) else 1.0
    seen = Counter(word for document in documents for word in document)
    asked = dict.fromkeys(_words(question))
    return [
        sum(
            _score(word, document, length / average, seen, len(texts)) for word in asked
        )
        for document, length in zip(documents, lengths, strict=True)
    ]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _score(
    word: str, document: Counter[str], length: float, seen: Counter[str], all_: int
) -> float:
    if not document[word]:
        return 0.0
    rare = math.log(1 + (all_ - seen[word] + 0.5) / (seen[word] + 0.5))
    often = document[word]
    return rare * often * (K1 + 1) / (often + K1 * (1 - B + B * length))


def _take(  # noqa: PLR0913 - the state of one pass
    order: Sequence[int],
    costs: Sequence[int],
    kept: set[int],
    room: int,
    spent: int,
    *,
    skip: bool = False,
) -> int:
    """Add cells in *order* to *kept* within *room*; returns what is spent."""
    for index in order:
        if index in kept:
            continue
        if spent + costs[index] > room:
            if skip:
                continue
            break
        kept.add(index)
        spent += costs[index]
    return spent
