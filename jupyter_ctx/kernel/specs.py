"""Charts and data that travel as JSON, in a few words: what they are, not all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from jupyter_ctx.kernel.describe.brief import brief

LISTED = 12  # keys, traces or channels that are named
TEXT = 80  # characters of a title or name

_SERIES = ("x", "y", "z", "values", "labels", "lat", "lon")
_JSON = ("application/json", "application/geo+json")
_CHARTS = ("application/vnd.vega", "application/vnd.plotly")


def spec_of(bundle: Mapping[str, Any], *, is_readable: bool) -> str:
    """Say what the chart or the JSON in *bundle* is, with its size; or nothing.

    The text of a chart is its whole source, or none; that of JSON is better where it
    *is_readable*.
    """
    for mime, data in bundle.items():
        is_chart = mime.startswith(_CHARTS)
        is_data = mime in _JSON and not is_readable
        if (is_chart or is_data) and type(data) in (dict, list):
            return f"[{mime}, {size_of(data):,} bytes] {_in_words(mime, data)}"
    return ""


def _in_words(mime: str, data: Any) -> str:  # noqa: ANN401 - what the user displays
    """Say titles, marks and series of a chart; of other JSON its keys."""
    if type(data) is list:
        return f"JSON list, {len(data):,} items"
    if mime.startswith("application/vnd.plotly"):
        return "; ".join(_plotly(data))
    if mime.startswith("application/vnd.vega"):
        return "; ".join(_vega(data))
    return f"JSON object, {_names(data)}"


def size_of(data: object) -> int:
    """Count the bytes of *data* as JSON; 0 where it is none."""
    try:
        return len(msgspec.json.encode(data))
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        return 0


def _names(data: dict[Any, Any]) -> str:
    names = [one for one in data if type(one) is str]
    more = f", ... {len(names) - LISTED} more" if len(names) > LISTED else ""
    word = "key" if len(names) == 1 else "keys"
    listed = ", ".join(name[:TEXT] for name in names[:LISTED])
    return f"{len(names):,} {word}: {listed}{more}" if names else "empty"


def _plotly(figure: dict[Any, Any]) -> Iterator[str]:
    layout, traces = _part(figure, "layout"), figure.get("data")
    yield f"plotly chart{_title(layout)}"
    for side in ("xaxis", "yaxis"):
        title = _title(_part(layout, side))
        if title:
            yield f"{side}{title}"
    for trace in traces[:LISTED] if type(traces) is list else ():
        if type(trace) is dict:
            yield _trace(trace)


def _trace(trace: dict[Any, Any]) -> str:
    name, kind = trace.get("name"), trace.get("type", "scatter")
    series = [f"{key} {_length(trace[key])}" for key in _SERIES if key in trace]
    label = f" {name[:TEXT]!r}" if type(name) is str else ""
    return f"{_plain(kind)}{label} ({', '.join(series)})"


def _vega(spec: dict[Any, Any]) -> Iterator[str]:
    yield f"vega chart{_title(spec)}"
    for key in ("layer", "hconcat", "vconcat", "concat"):
        parts = spec.get(key)
        for part in parts[:LISTED] if type(parts) is list else ():
            if type(part) is dict:
                yield _mark(part)
    if "mark" in spec:
        yield _mark(spec)


def _mark(spec: dict[Any, Any]) -> str:
    mark = spec.get("mark")
    kind = mark.get("type") if type(mark) is dict else mark
    channels = [
        f"{_plain(name)} {_field(channel)}".strip()
        for name, channel in list(_part(spec, "encoding").items())[:LISTED]
    ]
    return f"mark {_plain(kind)} ({', '.join(channels)})"


def _field(channel: object) -> str:
    if type(channel) is not dict:
        return ""
    found = (channel.get(key) for key in ("field", "aggregate", "value"))
    return next((one[:TEXT] for one in found if type(one) is str), "")


def _part(holder: dict[Any, Any], name: str) -> dict[Any, Any]:
    part = holder.get(name)
    return part if type(part) is dict else {}


def _title(holder: dict[Any, Any]) -> str:
    title = holder.get("title")
    text = title.get("text") if type(title) is dict else title
    return f" {text[:TEXT]!r}" if type(text) is str else ""


def _length(values: object) -> str:
    if type(values) in (list, tuple):
        return f"{len(values):,} values"  # type: ignore[arg-type]
    # Newer releases of plotly pack numbers into base64.
    return "packed" if type(values) is dict else brief(values, lambda _, text: text)


def _plain(text: object) -> str:
    return text[:TEXT] if type(text) is str else "?"
