"""What a thing inside another thing is, in a few words: type, size, contents."""

from __future__ import annotations

from itertools import islice

from jupyter_ctx.kernel.describe.literals import label_text
from jupyter_ctx.kernel.describe.look import Mask
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_a,
    loaded,
    stored,
    type_name,
)

DEPTH = 3  # containers within containers
PEEK = 8  # elements looked at to say what a container holds
KEYS_SHOWN = 6  # keys of an inner dict
LIMIT = 80  # characters


def brief(value: object, mask: Mask) -> str:
    """Say what *value* is: `int`, `list of 40 dict{id int, name str}`.

    Looks at few elements of exact built-in containers and at the sizes that
    arrays and frames store; anything else is named by its type.
    """
    text = _text(value, mask, 0)
    return text if len(text) <= LIMIT else f"{text[:LIMIT].rstrip(' ,')}..."


def _text(value: Foreign, mask: Mask, depth: int) -> str:
    cls = type(value)
    if cls is dict:
        return _dict(value, mask, depth)
    if cls is list or cls is tuple or cls is set or cls is frozenset:
        return _sequence(value, mask, depth)
    size = _size(value)
    return f"{type_name(value)} {size}" if size else type_name(value)


def _sequence(value: Foreign, mask: Mask, depth: int) -> str:
    head = f"{type_name(value)} of {len(value):,}"
    if not value:
        return head
    if depth >= DEPTH:
        return f"{head} ..."
    return f"{head} {elements(islice(value, PEEK), mask, depth + 1)}"


def elements(values: Foreign, mask: Mask, depth: int = 1) -> str:
    """Name the different kinds among *values*, the first of each by its contents."""
    kinds: dict[str, str] = {}
    for value in values:
        kind = type_name(value)
        if kind not in kinds:
            kinds[kind] = _text(value, mask, depth)
    return "|".join(kinds.values())


def _dict(value: Foreign, mask: Mask, depth: int) -> str:
    if depth >= DEPTH:
        return f"dict of {len(value):,} ..." if value else "dict of 0"
    if not depth:
        return f"dict of {len(value):,}{_keys(value, mask, depth)}"
    return f"dict{_keys(value, mask, depth)}" if value else "dict of 0"


def _keys(value: Foreign, mask: Mask, depth: int) -> str:
    shown = [
        f"{mask('', label_text(key)[:40])} {_text(item, mask, depth + 1)}"
        for key, item in islice(dict.items(value), KEYS_SHOWN)
    ]
    more = ", ..." if len(value) > KEYS_SHOWN else ""
    return f"{{{', '.join(shown)}{more}}}" if shown else ""


def _size(value: Foreign) -> str:
    """Give the size of an array or frame from what it stores."""
    cls = type(value)
    if loaded("numpy", "ndarray") is cls:
        return f"{value.shape} {value.dtype if not value.dtype.names else 'record'}"
    if loaded("pandas", "DataFrame") is cls or loaded("pandas", "Series") is cls:
        axes = held(value, "_mgr").axes
        return " x ".join(str(len(axis)) for axis in reversed(axes))
    if loaded("polars", "DataFrame") is cls:
        return f"{value.shape[0]} x {value.shape[1]}"
    is_tensor = loaded("torch", "Tensor") is cls
    if is_tensor or loaded("torch.nn.parameter", "Parameter") is cls:
        sides = stored(value, "shape")
        return str(tuple(tuple.__iter__(sides))) if is_a(type(sides), tuple) else ""  # type: ignore[arg-type]
    return ""
