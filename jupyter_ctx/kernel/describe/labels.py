"""What pandas objects are labelled by: levels, categories, spans of dates."""

from __future__ import annotations

from jupyter_ctx.kernel.describe.literals import label_text
from jupyter_ctx.kernel.describe.look import Look, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_of,
    module_of,
    type_name,
)

LEVELS = 6  # categories or labels of a level shown
DATE_CELLS = 200_000  # dates looked at to find the first and the last


def index_line(index: Foreign, look: Look) -> str:
    """Say what the rows are labelled by, unless they are just numbered."""
    kind = type_name(index)
    if kind == "RangeIndex":
        return ""
    if kind == "MultiIndex":
        return f"index MultiIndex {levels(index, look)}"
    names = [
        look.mask("", label_text(name)) for name in index.names if name is not None
    ]
    # The array below is asked: an index would keep what it finds out.
    array = held(index, "_data")
    zone = array.dtype.tz if type_name(array.dtype) == "DatetimeTZDtype" else None
    steps = held(index, "_freq") or held(held(index, "_data"), "_freq")
    freq = f"freq {_frequency(steps)}" if steps is not None else ""
    return joined(
        f"index {' '.join([kind, *names])}", span(array), str(zone or ""), freq
    )


def _frequency(steps: Foreign) -> str:
    known = is_of(type(steps), "pandas")
    return str(steps.freqstr) if known else type_name(steps)


def levels(index: Foreign, look: Look) -> str:
    """Name the levels of an index with the number of their labels, and some."""
    shown = []
    for at, (name, labels) in enumerate(
        zip(index.names, held(index, "_levels"), strict=True)
    ):
        label = f"level {at}" if name is None else look.mask("", label_text(name))
        shown.append(f"{label} ({len(labels)}): {_some(labels, look)}")
    return "; ".join(shown)


def column_levels(frame: Foreign) -> str:
    """Say how many levels the columns have, if more than one."""
    if type_name(frame.columns) != "MultiIndex":
        return ""
    names = [label_text(name) for name in frame.columns.names if name is not None]
    named = f" {', '.join(names)}" if names else ""
    return f"columns MultiIndex of {frame.columns.nlevels} levels{named}"


def _some(labels: Foreign, look: Look) -> str:
    """Show the first labels and the number of the rest."""
    shown = [look.mask("", label_text(one)[:40]) for one in labels[:LEVELS]]
    rest = len(labels) - len(shown)
    return ", ".join(shown) + (f", ... {rest} more" if rest else "")


def kind_of(dtype: Foreign, look: Look) -> str:
    """Write a dtype; of categories with the first of them."""
    if not is_known(dtype):
        return type_name(dtype)
    if type_name(dtype) != "CategoricalDtype":
        return str(dtype)[:80]
    if dtype.categories is None:
        return "category"
    order = " ordered" if dtype.ordered else ""
    return f"category{order} [{_some(dtype.categories, look)}]"


def span(array: Foreign) -> str:
    """Give the range of an array of dates where looking at all of them is cheap."""
    if not is_of(type(array), "pandas") or not is_dates(array.dtype):
        return ""
    if not 0 < len(array) <= DATE_CELLS:
        return ""
    first, last = str(array.min()), str(array.max())
    if "NaT" in (first, last):
        return ""
    whole = [text.partition(" ") for text in (first, last)]
    is_days = all(rest[:8] == "00:00:00" for _, _, rest in whole)
    return f"{whole[0][0]} to {whole[1][0]}" if is_days else f"{first} to {last}"


def is_dates(dtype: Foreign) -> bool:
    """Tell whether *dtype* is one of dates, with a zone or without."""
    return is_known(dtype) and dtype.kind == "M"


def is_known(dtype: Foreign) -> bool:
    """Tell whether *dtype* is of numpy or pandas, so that asking it is safe."""
    return module_of(type(dtype)).partition(".")[0] in ("numpy", "pandas")
