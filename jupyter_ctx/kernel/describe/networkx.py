"""Describes graphs by the number of nodes and edges and the names of attributes."""

from __future__ import annotations

from itertools import islice

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief
from jupyter_ctx.kernel.describe.literals import label_text
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.static import Foreign, held, is_a, mro, name_of

NODES = 20_000  # looked at to count the edges
PEEK = 50  # nodes looked at for the names of attributes


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; a graph class of the user is read as stored."""
    del cls, name
    return find({"networkx.classes.graph.Graph": describe_graph}, base)


def describe_graph(value: object, look: Look) -> Summary:
    """Give nodes, edges, and what is known of them."""
    nodes, around = held(value, "_node"), held(value, "_adj")
    if type(nodes) is not dict or type(around) is not dict:
        return about(value, look)
    kinds = {name_of(base) for base in mro(type(value))}
    is_many = "MultiGraph" in kinds
    edges = _edges(around, is_many=is_many, is_directed="DiGraph" in kinds)
    shown = [label_text(node) for node in islice(nodes, 5)]
    return about(
        value,
        look,
        shape=joined(
            count(len(nodes), "node"), count(edges, "edge") if edges is not None else ""
        ),
        fields=(
            *_attributes(islice(nodes.values(), PEEK), "of nodes", look),
            *_attributes(_ends(around, is_many=is_many), "of edges", look),
        ),
        detail=f"nodes {look.mask('', ', '.join(shown))}" if shown else "",
    )


def _edges(around: Foreign, *, is_many: bool, is_directed: bool) -> int | None:
    """Count the edges where the graph is small; a loop counts once."""
    if len(around) > NODES:
        return None
    ends = loops = 0
    for node, others in dict.items(around):
        for other, data in _items(others):
            number = len(_items(data)) if is_many else 1
            ends += number
            loops += number if _is_same(node, other) else 0
    return ends if is_directed else (ends + loops) // 2


def _items(value: Foreign) -> list[tuple[Foreign, Foreign]]:
    return list(dict.items(value)) if is_a(type(value), dict) else []


def _is_same(node: Foreign, other: Foreign) -> bool:
    """Compare two nodes; only of plain types by value, others may run code."""
    if node is other:
        return True
    return (
        type(node) is type(other)
        and (type(node) is int or type(node) is str)
        and node == other
    )


def _ends(around: Foreign, *, is_many: bool) -> list[Foreign]:
    found: list[Foreign] = []
    for others in islice(dict.values(around), PEEK):
        for _, data in _items(others)[:PEEK]:
            found += [one for _, one in _items(data)] if is_many else [data]
    return found[:PEEK]


def _attributes(stored: Foreign, role: str, look: Look) -> list[Field]:
    known: dict[str, str] = {}
    for data in stored:
        for key, item in dict.items(data) if is_a(type(data), dict) else ():
            known.setdefault(label_text(key), brief(item, look.mask))
    return [
        Field(name=look.mask("", key), dtype=f"{kind} {role}")
        for key, kind in islice(known.items(), PEEK)
    ]
