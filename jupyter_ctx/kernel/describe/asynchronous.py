"""Describes generators, tasks, futures and pools by their state; none is advanced."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.registry import describe, in_words
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    loaded,
    module_of,
    name_of,
    type_name,
)

MESSAGE_LIMIT = 400  # characters of an error's message that are masked, then cut

_PREFIXES = {"generator": "gi", "coroutine": "cr", "async_generator": "ag"}


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del name
    return find(_KNOWN, base) if cls is base else None


def describe_generator(value: Foreign, look: Look) -> Summary:
    """Name a generator or coroutine by its function and how far it is."""
    prefix = _PREFIXES[type_name(value)]
    code = getattr(value, f"{prefix}_code")
    cell = look.label(code.co_filename)
    return about(
        value,
        look,
        "lazy",
        shape=f"of {code.co_name}, {_progress(value, prefix)}",
        detail=f"defined in {cell}" if cell else "",
    )


def _progress(value: Foreign, prefix: str) -> str:
    # The locals of a suspended frame are not read: that would keep them alive.
    frame = getattr(value, f"{prefix}_frame")
    if frame is None:
        return "finished"
    if getattr(value, f"{prefix}_running"):
        return "running"
    begun = getattr(value, f"{prefix}_suspended", None)
    if begun is None:
        # Before Python 3.11, and 3.12 for asynchronous ones, the line must tell.
        first = frame.f_code.co_firstlineno
        begun = frame.f_lasti >= 0 and frame.f_lineno != first
    return f"suspended at line {frame.f_lineno}" if begun else "not started"


def describe_task(value: Foreign, look: Look) -> Summary:
    """Give the state of a task or future of asyncio, and what it came to."""
    base: Foreign = loaded("_asyncio", type_name(value))
    result, error = base._result.__get__, base._exception.__get__  # noqa: SLF001
    state = base._state.__get__(value)  # noqa: SLF001
    facts = joined(_coroutine(value), _outcome(state, error(value), look))
    shown = about(value, look, "lazy", shape=facts)
    if state != "FINISHED" or error(value) is not None:
        return shown
    return _with_result(shown, result(value), look)


def _coroutine(value: Foreign) -> str:
    if type_name(value) != "Task":
        return ""
    coroutine = value.get_coro()
    if name_of(type(coroutine)) != "coroutine" or module_of(type(coroutine)) not in (
        "builtins",
        "",
    ):
        return ""
    return f"of {coroutine.cr_code.co_name}"


def _outcome(state: str, error: object, look: Look) -> str:
    if error is None:
        return state.lower()
    arguments = BaseException.args.__get__(error)  # type: ignore[attr-defined]
    message = arguments[0] if arguments and type(arguments[0]) is str else ""
    said = f": {look.mask('', message[:MESSAGE_LIMIT])[:80]}" if message else ""
    return f"failed with {type_name(error)}{said}"


def _with_result(shown: Summary, result: object, look: Look) -> Summary:
    inner = describe(result, look)
    return replace(
        shown, shape=f"{shown.shape} with {in_words(result, look)}", fields=inner.fields
    )


def describe_future(value: object, look: Look) -> Summary:
    """Give the state of a future of `concurrent.futures`, and what it came to."""
    state, error = held(value, "_state"), held(value, "_exception")
    if type(state) is not str:
        return about(value, look, "lazy")
    shown = about(value, look, "lazy", shape=_outcome(state, error, look))
    if state != "FINISHED" or error is not None:
        return shown
    return _with_result(shown, held(value, "_result"), look)


def describe_lock(value: object, look: Look) -> Summary:
    """Say whether a lock of asyncio is taken."""
    shape = "asyncio, locked" if held(value, "_locked") else "asyncio, free"
    return about(value, look, "lazy", shape=shape)


def describe_pool(value: object, look: Look) -> Summary:
    """Give the number of workers of a pool."""
    is_over = held(value, "_shutdown") or held(value, "_shutdown_thread")
    workers = f"{held(value, '_max_workers')} workers"
    return about(
        value, look, "lazy", shape=joined(workers, "shut down" if is_over else "")
    )


_KNOWN: dict[str, Describer] = {
    "_asyncio.Future": describe_task,
    "_asyncio.Task": describe_task,
    "asyncio.locks.Lock": describe_lock,
    "concurrent.futures._base.Future": describe_future,
    "concurrent.futures.process.ProcessPoolExecutor": describe_pool,
    "concurrent.futures.thread.ThreadPoolExecutor": describe_pool,
}
