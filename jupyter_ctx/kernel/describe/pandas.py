"""Describes pandas frames, series and indexes from metadata and a bounded look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jupyter_ctx.core.redact_names import promise
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import element, label_text, literal
from jupyter_ctx.kernel.describe.look import Describer, Look, bare, module
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    instance_dict,
    loaded,
    module_of,
    type_name,
)

COLUMNS = 10_000  # listed of one frame
LABEL_LIMIT = 200  # characters of a column label
ROWS = 2  # sample rows
ROW_COLUMNS = 20  # columns shown in a sample row
SAMPLED_COLUMNS = 60  # columns with sample values
NULL_CELLS = 200_000  # cells looked at to count missing values
OBJECT_CELLS = 20_000  # the same for columns of Python objects
SECRET_ROWS = 200  # of a column with a secret-like name that are kept out of outputs
VALUE_LIMIT = 60  # characters of one sample value


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; *cls* may be a subclass of it."""
    del cls
    known: dict[str, Describer] = {
        "DataFrame": describe_frame,
        "Series": describe_series,
        "Index": describe_index,
    }
    return known.get(name) if loaded("pandas", name) is base else None


def describe_frame(value: Foreign, look: Look) -> Summary:
    """Give shape, columns with dtypes and nulls, and two sample rows."""
    frame = _plain(value, "DataFrame")
    if frame is None:
        return bare(look.name, value)
    rows, width = frame.shape
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="frame",
        module=module(value),
        shape=f"{_count(rows, 'row')} x {_count(width, 'column')}",
        fields=tuple(_fields(frame, look)),
        rows=tuple(_sample_rows(frame, look)),
        detail=_index_line(frame.index),
    )


def _plain(value: Foreign, name: str) -> Foreign:
    """View *value* as plain pandas, so that no subclass answers for it."""
    base: Any = loaded("pandas", name)
    if type(value) is base:
        return value
    manager = (instance_dict(value) or {}).get("_mgr")
    if manager is None or module_of(type(manager)).partition(".")[0] != "pandas":
        return None
    return base._from_mgr(manager, axes=manager.axes)  # noqa: SLF001


def _count(number: int, word: str) -> str:
    # Plain digits: a model that is asked for 10000 columns shall find them.
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _fields(frame: Foreign, look: Look) -> Iterator[Field]:
    names = _texts(frame.columns, look)
    kinds: dict[int, str] = {}
    dtypes = list(frame.dtypes)[:COLUMNS]
    for at, (name, dtype) in enumerate(zip(names, dtypes, strict=False)):
        # Writing a dtype costs 10 us; a wide frame has few different ones.
        kind = kinds.get(id(dtype)) or kinds.setdefault(id(dtype), _kind(dtype))
        sample, nulls = "", None
        if at < SAMPLED_COLUMNS and _is_known(dtype):
            column = frame.iloc[:, at]
            nulls = _nulls(column, dtype, len(frame.columns))
            sample = _sample(column, name, look)
            _note_secrets(column, name, look)
        yield Field(name=name, dtype=kind, nulls=nulls, sample=sample)


def _kind(dtype: Foreign) -> str:
    return str(dtype)[:80] if _is_known(dtype) else type_name(dtype)


def _texts(labels: Foreign, look: Look) -> list[str]:
    return [
        look.mask("", label_text(label)[:LABEL_LIMIT]) for label in labels[:COLUMNS]
    ]


def _nulls(column: Foreign, dtype: Foreign, width: int) -> int | None:
    """Count missing values where that is cheap and asks only known types."""
    if not _is_known(dtype):
        return None
    kind = dtype.kind if module_of(type(dtype)).startswith("numpy") else "extension"
    if kind in "iub":
        return 0
    cells = len(column) * width
    if kind == "O":
        return _object_nulls(column) if cells <= OBJECT_CELLS else None
    return int(column.isna().sum()) if cells <= NULL_CELLS else None


def _is_known(dtype: Foreign) -> bool:
    return module_of(type(dtype)).partition(".")[0] in ("numpy", "pandas")


def _object_nulls(column: Foreign) -> int:
    missing = 0
    for value in column.array:
        cls = type(value)
        missing += value is None or (cls is float and value != value)  # noqa: PLR0124
    return missing


def _sample(column: Foreign, name: str, look: Look) -> str:
    values = [_cell(column, row, name, look) for row in range(min(ROWS, len(column)))]
    return ", ".join(value for value in values if value)


def _note_secrets(column: Foreign, name: str, look: Look) -> None:
    """Let the masker see what is secret by its name, so that outputs hide it too."""
    if promise(name) and _is_known(column.dtype):
        for value in column.array[:SECRET_ROWS]:
            if type(value) is str:
                look.mask(name, value)


def _cell(column: Foreign, row: int, name: str, look: Look) -> str:
    if not _is_known(column.dtype):
        return ""  # the elements of a foreign extension array are made by its code
    value = column.iat[row]
    if type(value) is str and len(value) > VALUE_LIMIT:
        masked = look.mask(name, value[: VALUE_LIMIT * 2])
        is_plain = masked == value[: VALUE_LIMIT * 2]
        return literal(value, VALUE_LIMIT) if is_plain else masked[:VALUE_LIMIT]
    return element(value, name, look.mask) or f"<{type_name(value)}>"


def _sample_rows(frame: Foreign, look: Look) -> Iterator[str]:
    names = _texts(frame.columns[:ROW_COLUMNS], look)
    columns = [frame.iloc[:, at] for at in range(len(names))]
    for row in range(min(ROWS, len(frame.index))):
        cells = [
            f"{name}={_cell(column, row, name, look)}"
            for name, column in zip(names, columns, strict=True)
        ]
        yield ", ".join(cells)


def _index_line(index: Foreign) -> str:
    """Say what the rows are labelled by, unless they are just numbered."""
    kind = type_name(index)
    if kind == "RangeIndex":
        return ""
    names = [label_text(name) for name in index.names if name is not None]
    named = f" {', '.join(names)}" if names else ""
    return f"index {kind}{named}"


def describe_series(value: Foreign, look: Look) -> Summary:
    """Give length, dtype, nulls and a few values."""
    series = _plain(value, "Series")
    if series is None:
        return bare(look.name, value)
    label = label_text(series.name) if series.name is not None else ""
    nulls = _nulls(series, series.dtype, 1)
    sample = _sample(series, label or look.name, look)
    _note_secrets(series, label or look.name, look)
    facts = [
        f"name {look.mask('', label)}" if label else "",
        f"{nulls} nulls" if nulls else "",
        f"begins {sample}" if sample else "",
        _index_line(series.index),
    ]
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="series",
        module=module(value),
        shape=f"{_count(len(series.index), 'row')} {_kind(series.dtype)}",
        detail=", ".join(fact for fact in facts if fact),
    )


def describe_index(value: Foreign, look: Look) -> Summary:
    """Give length and dtype of an index of pandas' own."""
    if module_of(type(value)).partition(".")[0] != "pandas":
        return bare(look.name, value)
    levels = value.nlevels
    kind = f"{levels} levels" if levels > 1 else str(value.dtype)[:80]
    shown = [look.mask("", label_text(label)) for label in value[:3]]
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="series",
        module=module(value),
        shape=f"{_count(len(value), 'label')} {kind}",
        detail=f"begins {', '.join(shown)}" if shown else "",
    )
