"""Describes estimators by their parameters and what fitting left on them."""

from __future__ import annotations

from itertools import islice
from types import FunctionType

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief
from jupyter_ctx.kernel.describe.literals import element, literal
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    instance_dict,
    is_a,
    loaded,
    type_name,
)

FEATURES = 10_000  # names listed
PARAMETERS = 12  # shown of one estimator
CLASSES = 8  # shown of a classifier
DEPTH = 3  # estimators within estimators
VALUE_LIMIT = 60  # characters of a parameter


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; estimators of users are read as stored too."""
    del cls, name
    return find({"sklearn.base.BaseEstimator": describe_estimator}, base)


def describe_estimator(value: object, look: Look) -> Summary:
    """Give changed parameters, whether it is fitted and on which features."""
    return about(
        value,
        look,
        shape=joined(_settings(value, look, 0), _fit(value)),
        fields=(*_parts(value, look), *_features(value, look)),
        detail=joined(_classes(value, look), _best(value, look)),
    )


def _settings(value: object, look: Look, depth: int) -> str:
    """Write the parameters that differ from the defaults of the class."""
    shown = [
        f"{name}={_value(held(value, name), name, look, depth)}"
        for name, default in _parameters(type(value)).items()
        if name not in _LISTED and not _is_default(held(value, name), default)
    ]
    return f"({', '.join(shown[:PARAMETERS])})" if shown else ""


_LISTED = ("steps", "transformers", "estimators")  # among the fields


def _parameters(cls: type) -> dict[str, object]:
    """Read names and defaults of the parameters from the code of `__init__`."""
    function = class_attribute(cls, "__init__")
    if type(function) is not FunctionType:
        return {}
    code = function.__code__
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    given = function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    defaults = dict(zip(positional[len(positional) - len(given) :], given, strict=True))
    defaults |= function.__kwdefaults__ or {}
    return {name: defaults.get(name, _REQUIRED) for name in names}


_REQUIRED = object()


def _is_default(value: object, default: object) -> bool:
    if value is default or (value is None and default is not _REQUIRED):
        return True
    known = literal(value)
    return bool(known) and type(value) is type(default) and known == literal(default)


def _value(value: object, name: str, look: Look, depth: int) -> str:
    text = element(value, name, look.mask)
    if text and len(text) <= VALUE_LIMIT:
        return text
    if _is_estimator(value) and depth < DEPTH:
        return f"{type_name(value)}{_settings(value, look, depth + 1)}"
    return brief(value, look.mask)


def _is_estimator(value: object) -> bool:
    base = loaded("sklearn.base", "BaseEstimator")
    return base is not None and is_a(type(value), base)


def _fit(value: object) -> str:
    """Tell by the attributes that fitting leaves, as scikit-learn does."""
    if not _is_fitted(value, 0):
        return "not fitted"
    number = held(_first(value), "n_features_in_")
    return f"fitted on {number} features" if type(number) is int else "fitted"


def _is_fitted(value: object, depth: int) -> bool:
    steps = held(value, "steps")
    if type(steps) is list and steps and depth < DEPTH:
        last = [one for one in _steps(value) if _is_estimator(one[1])]
        return bool(last) and _is_fitted(last[-1][1], depth + 1)
    own = instance_dict(value) or {}
    return any(
        type(name) is str and name.endswith("_") and not name.startswith("_")
        for name in list(own)
    )


def _first(value: object) -> object:
    """Find the estimator that saw the features: the first step of a pipeline."""
    for _ in range(DEPTH):
        steps = _steps(value)
        if held(value, "n_features_in_") is not None or not steps:
            break
        value = steps[0][1]
    return value


def _steps(value: object) -> list[tuple[str, object]]:
    steps = held(value, "steps")
    pairs = steps if type(steps) is list else ()
    return [pair[:2] for pair in pairs if type(pair) is tuple and len(pair) > 1]


def _parts(value: object, look: Look) -> list[Field]:
    """List the steps of a pipeline, the columns of a transformer, a grid."""
    found = [_part(str(name), one, look) for name, one in _steps(value)]
    for table in (held(value, "transformers"), held(value, "estimators")):
        for row in table if type(table) is list else ():
            if type(row) is tuple and len(row) > 1 and type(row[0]) is str:
                columns = element(row[2], row[0], look.mask) if row[2:] else ""
                field = _part(row[0], row[1], look)
                found.append(
                    Field(name=field.name, dtype=f"{field.dtype} {columns}".strip())
                )
    return found


def _part(name: str, value: object, look: Look) -> Field:
    return Field(name=look.mask("", name), dtype=_value(value, name, look, 1))


def _features(value: object, look: Look) -> list[Field]:
    names: Foreign = held(_first(value), "feature_names_in_")
    if type_name(names) != "ndarray":
        return []
    return [
        Field(name=look.mask("", name), dtype="feature")
        for name in islice(names.tolist(), FEATURES)
        if type(name) is str
    ]


def _classes(value: object, look: Look) -> str:
    classes: Foreign = held(value, "classes_")
    if type_name(classes) != "ndarray":
        return ""
    shown = [element(one, "", look.mask) for one in classes[:CLASSES].tolist()]
    rest = len(classes) - len(shown)
    return f"classes {', '.join(shown)}" + (f", ... {rest} more" if rest else "")


def _best(value: object, look: Look) -> str:
    """Give what a search found best."""
    best, score = held(value, "best_params_"), literal(held(value, "best_score_"))
    text = element(best, look.name, look.mask) if best is not None else ""
    return joined(f"best {text}" if text else "", f"score {score}" if text else "")
