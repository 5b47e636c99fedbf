"""Describes statistical models and results by what they keep; nothing is computed."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.static import Foreign, held, type_name

COEFFICIENTS = 200  # listed of one result
_FIT = ("rsquared", "aic", "bic", "llf")
"""What is told of the fit, where it was already asked for."""


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del cls, name
    return find(_KNOWN, base)


def describe_results(value: object, look: Look) -> Summary:
    """Give model, observations and coefficients of a fit."""
    results = held(value, "_results") or value
    model = held(results, "model")
    params: Foreign = held(results, "params")
    names = _names(model, "xnames")
    numbers = params.tolist() if type_name(params) == "ndarray" else []
    is_flat = all(type(number) is float for number in numbers)
    fields = [
        Field(name=look.mask("", name), dtype=f"= {number:.4g}")
        for name, number in zip(names, numbers if is_flat else [], strict=False)
    ][:COEFFICIENTS]
    cache = held(results, "_cache")
    known = [f"{key} {cache[key]:.4g}" for key in _FIT if _is_number(cache, key)]
    return about(
        value,
        look,
        shape=joined(f"fitted {type_name(model)}", _size(model)),
        fields=tuple(fields),
        detail=joined(_target(model, look), *known),
    )


def _is_number(cache: object, key: str) -> bool:
    return type(cache) is dict and type_name(cache.get(key)) in ("float", "float64")


def describe_model(value: object, look: Look) -> Summary:
    """Give target, terms and observations of a model that is not fitted here."""
    names = _names(value, "xnames")[:COEFFICIENTS]
    return about(
        value,
        look,
        shape=joined("model", _size(value)),
        fields=tuple(Field(name=look.mask("", name), dtype="term") for name in names),
        detail=_target(value, look),
    )


def _names(model: object, kind: str) -> list[str]:
    """Read the names that are kept once somebody asked, else those of the frame."""
    data = held(model, "data")
    cache = held(data, "_cache")
    known = cache.get(kind) if type(cache) is dict else held(data, kind)
    if type(known) is list:
        return [name for name in known if type(name) is str]
    frame: Foreign = held(data, "orig_exog")
    if type_name(frame) != "DataFrame" or held(frame, "_mgr") is None:
        return []
    return [name for name in held(frame, "_mgr").axes[0] if type(name) is str]


def _size(model: object) -> str:
    target: Foreign = held(model, "endog")
    if type_name(target) != "ndarray":
        return ""
    return count(len(target), "observation")


def _target(model: object, look: Look) -> str:
    formula = held(model, "formula")
    if type(formula) is str:
        return f"formula {look.mask('', formula[:120])}"
    series: Foreign = held(held(model, "data"), "orig_endog")
    name = held(series, "_name") if type_name(series) == "Series" else None
    return f"of {look.mask('', name)}" if type(name) is str else ""


_KNOWN: dict[str, Describer] = {
    "statsmodels.base.model.Model": describe_model,
    "statsmodels.base.model.Results": describe_results,
    "statsmodels.base.wrapper.ResultsWrapper": describe_results,
}
