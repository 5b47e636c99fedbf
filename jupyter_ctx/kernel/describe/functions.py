"""Describes functions: signature, first line of the docstring, defining cell."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FunctionType, GenericAlias, UnionType
from typing import Any

from msgspec.structs import replace

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.look import Look, Mask, bare, joined, module
from jupyter_ctx.kernel.describe.objects import field
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_a,
    module_of,
    name_of,
    type_name,
)

CO_VARARGS, CO_VARKEYWORDS, CO_GENERATOR, CO_COROUTINE = 0x04, 0x08, 0x20, 0x80
CO_ASYNC_GENERATOR = 0x200
ANNOTATION_DEPTH = 3
_MISSING = object()
DOC_LIMIT = 200  # characters


def describe_function(value: Foreign, look: Look) -> Summary:
    """Give the signature of a Python function from its code object."""
    function = unwrap(value)
    code = function.__code__
    cell = look.label(code.co_filename)
    return Summary(
        name=look.name,
        type_name="function",
        kind="function",
        module=function_module(function),
        signature=_header(function, code, look),
        doc=doc_line(function.__doc__, look),
        detail=f"defined in {cell}" if cell else "",
        fields=_closure(function, look),
    )


def _header(function: FunctionType, code: CodeType, look: Look) -> str:
    if code.co_name == "<lambda>":
        return f"lambda {signature(function, look.mask)[1:-1]}".rstrip()
    return f"{_keyword(code)} {code.co_name}{signature(function, look.mask)}"


def unwrap(function: FunctionType) -> FunctionType:
    """Find the function below decorators that used `functools.wraps`."""
    for _ in range(10):
        inner = function.__dict__.get("__wrapped__")
        if type(inner) is not FunctionType:
            break
        function = inner
    return function


def function_module(function: FunctionType) -> str:
    """Give the module of *function* where it is a text."""
    found = function.__module__
    return found if type(found) is str else ""


def _keyword(code: CodeType) -> str:
    is_async = code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR)
    return "async def" if is_async else "def"


def signature(function: FunctionType, mask: Mask) -> str:
    """Write the parameters of *function*, with defaults that are plain values."""
    code = function.__code__
    count, only = code.co_argcount, code.co_kwonlyargcount
    names = code.co_varnames
    annotations = _annotations(function)
    defaults = function.__defaults__ or ()
    shown = []
    for index, name in enumerate(names[:count]):
        at = index - (count - len(defaults))
        default = (defaults[at],) if at >= 0 else ()
        shown.append(_parameter(name, annotations, default, mask))
        if index + 1 == code.co_posonlyargcount:
            shown.append("/")
    rest = list(names[count + only :])
    if code.co_flags & CO_VARARGS:
        shown.append(f"*{rest.pop(0)}")
    elif only:
        shown.append("*")
    keywords = function.__kwdefaults__ or {}
    for name in names[count : count + only]:
        default = (keywords[name],) if name in keywords else ()
        shown.append(_parameter(name, annotations, default, mask))
    if code.co_flags & CO_VARKEYWORDS:
        shown.append(f"**{rest.pop(0)}")
    result = annotation(annotations.get("return")) or (
        "None" if annotations.get("return", _MISSING) is None else ""
    )
    return f"({', '.join(shown)})" + (f" -> {result}" if result else "")


def _annotations(function: FunctionType) -> dict[str, Any]:
    # Python 3.14 computes annotations when asked, by running code of the user.
    if "__annotate__" in dir(FunctionType):
        return {}
    found = function.__annotations__
    return found if type(found) is dict else {}


def _parameter(
    name: str, annotations: dict[str, Any], default: tuple[object, ...], mask: Mask
) -> str:
    kind = annotation(annotations.get(name))
    text = f"{name}: {kind}" if kind else name
    if not default:
        return text
    equals = " = " if kind else "="
    return f"{text}{equals}{_default(default[0], name, mask)}"


def _default(value: object, name: str, mask: Mask) -> str:
    text = literal(value)
    masked = mask(name, text) if text else "..."
    return masked if masked != text else literal(value, 40)


def annotation(value: Foreign, depth: int = 0) -> str:
    """Write an annotation where that runs no code of the user, else ''."""
    cls = type(value)
    if value is None or depth > ANNOTATION_DEPTH:
        return ""
    if value is type(None):
        return "None"
    known = _ANNOTATIONS.get(id(cls))
    if known is not None:
        return known(value, depth)
    if is_a(cls, type):
        return name_of(value)
    return _typing(value, depth) if module_of(cls) == "typing" else ""


def _generic(value: Foreign, depth: int) -> str:
    inner = [annotation(part, depth + 1) or "..." for part in value.__args__]
    return f"{annotation(value.__origin__)}[{', '.join(inner)}]"


def _union(value: Foreign, depth: int) -> str:
    return " | ".join(annotation(part, depth + 1) for part in value.__args__)


_ANNOTATIONS: dict[int, Callable[[Foreign, int], str]] = {
    id(str): lambda value, _: str(value[:80]),
    id(GenericAlias): _generic,
    id(UnionType): _union,
}


def _typing(value: object, depth: int) -> str:
    """Write what `typing` makes: `Optional[int]`, `List[str]`, a forward reference."""
    forward = held(value, "__forward_arg__")
    if type(forward) is str:
        return forward[:80]
    name, arguments = held(value, "_name"), held(value, "__args__")
    inner = arguments if type(arguments) is tuple else ()
    parts = [annotation(part, depth + 1) or "..." for part in inner]
    if type(name) is not str or name == "Optional":
        return " | ".join(parts)
    return f"{name}[{', '.join(parts)}]" if parts else name


def doc_line(doc: object, look: Look) -> str:
    """Give the first line of a docstring."""
    if type(doc) is not str:
        return ""
    first = doc[:2_000].strip().split("\n", 1)[0].strip()
    return look.mask("", first[:DOC_LIMIT])


def _closure(function: FunctionType, look: Look) -> tuple[Field, ...]:
    """Name the variables that *function* closes over, small ones with their values."""
    cells = function.__closure__ or ()
    fields = []
    for name, cell in zip(function.__code__.co_freevars, cells, strict=False):
        try:
            inner = cell.cell_contents
        except ValueError:  # not bound yet
            continue
        found = field(name, inner, look)
        fields.append(replace(found, dtype=f"closure {found.dtype}"))
    return tuple(fields)


def describe_builtin(value: Foreign, look: Look) -> Summary:
    """Name a function that is written in C, with its signature where it tells."""
    text = value.__text_signature__
    shown = (
        text.replace("($self, ", "(").replace("($module, ", "(") if text else "(...)"
    )
    owner = value.__module__
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="function",
        module=owner if type(owner) is str else "",
        signature=f"def {value.__name__}{shown}",
        detail=_owner(value),
    )


def _owner(value: Foreign) -> str:
    """Say where a built-in function is from: its module, or the type it is bound to."""
    owner = value.__module__
    if type(owner) is str:
        return f"from {owner}"
    return f"method of {type_name(value.__self__)}"


def describe_method(value: Foreign, look: Look) -> Summary:
    """Describe a bound method by its function; the object it is bound to rests."""
    function = value.__func__
    if type(function) is not FunctionType:
        return bare(look.name, value)
    shown = describe_function(function, look)
    owner = type_name(value.__self__)
    detail = joined(f"method of {owner}", shown.detail)
    return Summary(
        name=look.name,
        type_name="method",
        kind="function",
        module=module(value.__self__),
        signature=shown.signature,
        doc=shown.doc,
        detail=detail,
    )
