"""Describes pandas frames, series and indexes from metadata and a bounded look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jupyter_ctx.core.engine.render import label
from jupyter_ctx.core.secrets.redact_names import promise
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief
from jupyter_ctx.kernel.describe.labels import (
    column_levels,
    index_line,
    is_dates,
    is_known,
    kind_of,
    levels,
    span,
)
from jupyter_ctx.kernel.describe.literals import element, label_text, literal
from jupyter_ctx.kernel.describe.look import (
    Describer,
    Look,
    about,
    bare,
    joined,
    mask_all,
    module,
)
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    instance_dict,
    is_of,
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
RANGES = 3  # columns of dates whose first and last day are given


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; *cls* may be a subclass of it."""
    known: dict[str, Describer] = {
        "DataFrame": describe_frame,
        "Series": describe_series,
        "Index": describe_index,
    }
    if loaded("pandas", name) is base:
        return known.get(name)
    if name in _VIEWS and is_of(cls, "pandas"):
        return describe_view
    return describe_array if name == "ExtensionArray" and is_of(cls, "pandas") else None


_VIEWS = ("BaseGroupBy", "BaseWindow", "Resampler", "StylerRenderer")


def describe_frame(value: Foreign, look: Look) -> Summary:
    """Give shape, columns with dtypes and nulls, and two sample rows."""
    frame = plain(value, "DataFrame")
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
        detail=joined(
            index_line(frame.index, look), column_levels(frame), *_ranges(frame, look)
        ),
    )


def plain(value: Foreign, name: str) -> Foreign:
    """View *value* as plain pandas, so that no subclass answers for it."""
    base: Any = loaded("pandas", name)
    if type(value) is base:
        return value
    manager = (instance_dict(value) or {}).get("_mgr")
    if manager is None or module_of(type(manager)).partition(".")[0] != "pandas":
        return None
    made: Any = base._from_mgr(manager, axes=manager.axes)  # noqa: SLF001
    if name == "Series":
        made._name = held(value, "_name")  # noqa: SLF001
    return made


def _count(number: int, word: str) -> str:
    # Plain digits: a model that is asked for 10000 columns shall find them.
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _fields(frame: Foreign, look: Look) -> Iterator[Field]:
    names = _texts(frame.columns, look)
    kinds: dict[int, str] = {}
    dtypes = list(frame.dtypes)[:COLUMNS]
    for at, (name, dtype) in enumerate(zip(names, dtypes, strict=False)):
        # Writing a dtype costs 10 us; a wide frame has few different ones.
        kind = kinds.get(id(dtype)) or kinds.setdefault(id(dtype), kind_of(dtype, look))
        sample, nulls = "", None
        if (at < SAMPLED_COLUMNS or name in look.keep) and is_known(dtype):
            column = frame.iloc[:, at]
            nulls = _nulls(column, dtype, len(frame.columns))
            sample = _sample(column, name, look)
            _note_secrets(column, name, look)
        yield Field(name=name, dtype=kind, nulls=nulls, sample=sample)


def _texts(labels: Foreign, look: Look) -> list[str]:
    texts = [label_text(label)[:LABEL_LIMIT] for label in labels[:COLUMNS]]
    return mask_all(texts, look.mask)


def _nulls(column: Foreign, dtype: Foreign, width: int) -> int | None:
    """Count missing values where that is cheap and asks only known types."""
    if not is_known(dtype):
        return None
    kind = dtype.kind if module_of(type(dtype)).startswith("numpy") else "extension"
    if kind in "iub":
        return 0
    cells = len(column) * width
    if kind == "O":
        return _object_nulls(column) if cells <= OBJECT_CELLS else None
    return int(column.isna().sum()) if cells <= NULL_CELLS else None


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
    if promise(name) and is_known(column.dtype):
        for value in column.array[:SECRET_ROWS]:
            if type(value) is str:
                look.mask(name, value)


def _cell(column: Foreign, row: int, name: str, look: Look) -> str:
    if not is_known(column.dtype):
        return ""  # the elements of a foreign extension array are made by its code
    value = column.iat[row]
    if type(value) is str and len(value) > VALUE_LIMIT:
        masked = look.mask(name, value[: VALUE_LIMIT * 2])
        is_plain = masked == value[: VALUE_LIMIT * 2]
        return literal(value, VALUE_LIMIT) if is_plain else masked[:VALUE_LIMIT]
    return element(value, name, look.mask) or f"<{type_name(value)}>"


def _sample_rows(frame: Foreign, look: Look) -> Iterator[str]:
    labels = _texts(frame.columns if look.keep else frame.columns[:ROW_COLUMNS], look)
    places = look.first(labels, ROW_COLUMNS)
    names = [labels[at] for at in places]
    columns = [frame.iloc[:, at] for at in places]
    for row in range(min(ROWS, len(frame.index))):
        cells = [
            (name, _cell(column, row, name, look))
            for name, column in zip(names, columns, strict=True)
        ]
        yield ", ".join(f"{label(name)}={text}" for name, text in cells if text)


def _ranges(frame: Foreign, look: Look) -> list[str]:
    """Give the first and the last moment of the first columns of dates."""
    spans: list[str] = []
    for at, dtype in enumerate(list(frame.dtypes)[:SAMPLED_COLUMNS]):
        if is_dates(dtype) and len(spans) < RANGES:
            dates = span(frame.iloc[:, at].array)
            name = look.mask("", label_text(frame.columns[at])[:LABEL_LIMIT])
            spans += [f"{name} {dates}"] if dates else []
    return spans


def describe_series(value: Foreign, look: Look) -> Summary:
    """Give length, dtype, nulls and a few values."""
    series = plain(value, "Series")
    if series is None:
        return bare(look.name, value)
    title = label_text(series.name) if series.name is not None else ""
    nulls = _nulls(series, series.dtype, 1)
    sample = _sample(series, title or look.name, look)
    _note_secrets(series, title or look.name, look)
    facts = [
        f"name {look.mask('', title)}" if title else "",
        f"{nulls} nulls" if nulls else "",
        f"begins {sample}" if sample else "",
        span(series.array),
        index_line(series.index, look),
    ]
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="series",
        module=module(value),
        shape=f"{_count(len(series.index), 'row')} {kind_of(series.dtype, look)}",
        detail=joined(*facts),
    )


def describe_index(value: Foreign, look: Look) -> Summary:
    """Give length and dtype of an index of pandas' own."""
    if module_of(type(value)).partition(".")[0] != "pandas":
        return bare(look.name, value)
    depth = value.nlevels
    kind = f"{depth} levels" if depth > 1 else kind_of(value.dtype, look)
    shown = [look.mask("", label_text(label)) for label in value[:3]]
    return about(
        value,
        look,
        "series",
        shape=f"{_count(len(value), 'label')} {kind}",
        detail=joined(
            f"begins {', '.join(shown)}" if shown else "",
            levels(value, look) if depth > 1 else span(held(value, "_data")),
        ),
    )


def describe_array(value: Foreign, look: Look) -> Summary:
    """Give length and dtype of an array of pandas, and its categories."""
    shape = f"{_count(len(value), 'value')} {kind_of(value.dtype, look)}"
    return about(value, look, "series", shape=shape)


def describe_view(value: object, look: Look) -> Summary:
    """Give what is grouped, by what, or the window; no group is computed."""
    below = held(value, "data" if type_name(value) == "Styler" else "obj")
    keys, window = held(value, "keys"), held(value, "window")
    by = label_text(keys) if type(keys) in (str, tuple) else _labels(keys)
    frame = describe_frame(below, look) if type_name(below) == "DataFrame" else None
    return about(
        value,
        look,
        "lazy",
        shape=joined(
            f"by {look.mask('', by)}" if by else "",
            f"window {literal(window)}" if literal(window) and window else "",
            f"of {frame.shape}" if frame else f"of {brief(below, look.mask)}",
        ),
        fields=tuple(Field(f.name, f.dtype) for f in frame.fields) if frame else (),
    )


def _labels(keys: object) -> str:
    return ", ".join(label_text(key) for key in keys) if type(keys) is list else ""
