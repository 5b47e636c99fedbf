"""Runs in a kernel of the tests: traces what each cell reads and binds.

Independent of what is tested: it watches the namespace itself while cells run,
hashes values with pickle and follows functions by their compiled code.
"""

from __future__ import annotations

import builtins
import functools
import hashlib
import inspect
import io
import json
import linecache
import pickle
import sys
from types import CodeType, FunctionType
from typing import Any

from IPython.core import interactiveshell
from IPython.core.getipython import get_ipython
from IPython.core.magics import execution

CACHED = type(functools.cache(len))
HIDDEN = {"In", "Out", "exit", "quit", "get_ipython"}
SIZE_LIMIT = 30_000_000  # bytes of a pickle


class Watched(dict[str, Any]):
    """The locals of a cell: all goes to the real namespace, and is noted."""

    def __init__(self, real: dict[str, Any], trace: Trace) -> None:
        super().__init__()
        self.real, self.trace = real, trace

    def __getitem__(self, name: str) -> Any:
        self.trace.load(name, self.real.get(name))  # also what is not there
        return self.real[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.real[name] = value
        self.trace.stores.add(name)

    def __delitem__(self, name: str) -> None:
        del self.real[name]
        self.trace.stores.discard(name)
        self.trace.deletes.add(name)

    def __contains__(self, name: object) -> bool:
        return name in self.real

    def get(self, name: str, default: Any = None) -> Any:
        return self.real.get(name, default)


class Trace:
    """What one cell did: names it read before it bound them, and names it bound."""

    def __init__(self) -> None:
        self.loads: set[str] = set()
        self.through: set[str] = set()  # read by functions that were at hand
        self.stores: set[str] = set()
        self.deletes: set[str] = set()
        self.moved: set[str] = set()  # bound to another object
        self.changed: set[str] = set()  # in place, as far as values can be hashed
        self.functions: set[int] = set()

    def load(self, name: str, value: Any) -> None:
        """Note that *name* was read."""
        if name not in self.stores:
            self.loads.add(name)
        if isinstance(value, (FunctionType, type)):
            self._follow(value)

    def inner(self, code: CodeType) -> None:
        """Note what comprehensions, lambdas and class bodies of the cell name."""
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                is_class = not constant.co_flags & inspect.CO_OPTIMIZED
                if is_class or constant.co_name.startswith("<"):
                    self._through(constant)

    def timed(self, code: CodeType) -> None:
        """Note what the functions name that a magic has made of the cell."""
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._through(constant)

    def _follow(self, value: Any) -> None:
        if id(value) in self.functions:
            return
        self.functions.add(id(value))
        members = list(vars(value).values()) if isinstance(value, type) else [value]
        real = get_ipython().user_ns
        for function in members:
            if isinstance(function, FunctionType) and function.__globals__ is real:
                self._through(function.__code__)

    def _through(self, code: CodeType) -> None:
        """Note all that *code* may read by name when it is called."""
        real = get_ipython().user_ns
        for name in _names(code):
            self.through.add(name)
            if isinstance(real.get(name), (FunctionType, type)):
                self._follow(real[name])


def _names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names(constant)
    return found


_traces: list[Trace] = []
_active: list[Trace] = []
_before: dict[str, int] = {}
_hashes: dict[str, str] = {}


def install() -> None:
    """Watch every piece of code that the shell executes from now on."""

    def watched_eval(code: Any, real: Any = None, local: Any = None) -> Any:
        if _active and local is get_ipython().user_ns and isinstance(code, CodeType):
            _active[0].inner(code)
            local = Watched(local, _active[0])
        return builtins.eval(code, real, local)

    def watched(code: Any, real: Any = None, local: Any = None) -> None:
        if _active and local is get_ipython().user_ns:
            _active[0].inner(code)
            local = Watched(local, _active[0])
        elif _active and real is get_ipython().user_ns:
            _active[0].timed(code)  # `%timeit`: in a function made of the cell
        builtins.exec(code, real, local)

    interactiveshell.exec = watched
    execution.exec = watched  # `%%time`
    interactiveshell.eval = watched_eval


def begin() -> None:
    """Start the trace of the next cell."""
    _active[:] = [Trace()]
    _before.clear()
    _before.update(ids())


def end() -> None:
    """Finish it; names bound by functions are told by their objects."""
    (trace,) = _active
    _active.clear()
    live = ids()
    trace.moved = {name for name in live if live[name] != _before.get(name)}
    trace.stores |= trace.moved
    trace.deletes |= _before.keys() - live.keys()
    trace.changed = _changed(trace, live) - trace.stores
    _traces.append(trace)


def _changed(trace: Trace, live: dict[str, int]) -> set[str]:
    """Hash what the cell had to do with, under all its names."""
    near = trace.loads | trace.through | trace.stores
    objects = {live[name] for name in near if name in live}
    now = user()
    found = set()
    for name in [n for n, identity in live.items() if identity in objects]:
        value = _hash(now[name])
        if "?" not in (value, _hashes.get(name, "?")) and value != _hashes[name]:
            found.add(name)
        _hashes[name] = value
    return found


def ids() -> dict[str, int]:
    """Give the identity of each object of the user."""
    return {name: id(value) for name, value in user().items()}


def user() -> dict[str, Any]:
    """Give what the user bound."""
    shell = get_ipython()
    hidden = shell.user_ns_hidden
    return {
        name: value
        for name, value in list(shell.user_ns.items())
        if not name.startswith("_") and name not in HIDDEN
        if not (name in hidden and hidden[name] is value)
    }


def types() -> dict[str, str]:
    """Give the type of each object of the user."""
    return {name: _type(value) for name, value in user().items()}


def _type(value: Any) -> str:
    if isinstance(value, type):
        return "class"
    return "function" if isinstance(value, CACHED) else type(value).__name__


def bare() -> dict[str, str]:
    """Give the name of the type itself, also of a class."""
    return {name: type(value).__name__ for name, value in user().items()}


def traces() -> list[dict[str, list[str]]]:
    """Give all traces as plain values."""
    fields = ("loads", "through", "stores", "deletes", "moved", "changed")
    return [{f: sorted(getattr(one, f)) for f in fields} for one in _traces]


def hashes() -> dict[str, str]:
    """Hash the value of each name; `?` where it cannot be pickled."""
    return {name: _hash(value) for name, value in user().items()}


def _hash(value: Any) -> str:
    if isinstance(value, FunctionType):
        return hashlib.sha1(repr(_code(value.__code__)).encode()).hexdigest()
    try:
        buffer = _Bounded()
        pickle.Pickler(buffer, protocol=5).dump(value)
    except Exception:  # noqa: BLE001
        return "?"
    return buffer.sum.hexdigest()


def _code(code: CodeType) -> tuple[Any, ...]:
    constants = [_code(c) if isinstance(c, CodeType) else c for c in code.co_consts]
    return code.co_code, code.co_names, repr(constants)


class _Bounded(io.RawIOBase):
    def __init__(self) -> None:
        self.sum, self.size = hashlib.sha1(), 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.size += len(data)
        if self.size > SIZE_LIMIT:
            raise ValueError
        self.sum.update(data)
        return len(data)


def marks(sources: dict[str, str], ran: list[str]) -> list[dict[str, Any]]:
    """Ask jupyter_ctx for its marks over the notebook as it is written."""
    import msgspec

    from jupyter_ctx.core.stale import Written, stale
    from jupyter_ctx.extension import active

    state = active().recorder.state()
    runs = {summary.name: summary.run for summary in state.variables}
    found = stale(state.executions, runs, Written(sources, frozenset(ran)))
    return json.loads(msgspec.json.encode(found))


def bindings() -> dict[str, list[Any]]:
    """Ask jupyter_ctx for type and binding cell of each name."""
    from jupyter_ctx.extension import active

    state = active().recorder.state()
    cells = {one.run: one.cell_id for one in state.executions}
    return {s.name: [s.type_name, cells.get(s.run)] for s in state.variables}


def last_error() -> dict[str, Any]:
    """Tell where the last error was, from the traceback that Python keeps."""
    error = sys.last_value
    traceback, names = error.__traceback__, get_ipython().compile
    place: dict[str, Any] = {}
    while traceback is not None:
        code, line = traceback.tb_frame.f_code, traceback.tb_lineno
        named = names.format_code_name(code.co_filename)
        if named is not None:
            place = _place(named[1], code.co_filename, line, code.co_name)
        traceback = traceback.tb_next
    if isinstance(error, SyntaxError):
        named = names.format_code_name(error.filename or "")
        if named is not None:
            place = {"cell": named[1], "line": (error.text or "").strip()}
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return {"ename": type(error).__name__, "evalue": message, **place}


def _place(cell: str, filename: str, line: int, function: str) -> dict[str, Any]:
    text = linecache.getline(filename, line).strip()
    if text.startswith("get_ipython().run_"):  # a magic: people see what they wrote
        raw = get_ipython().history_manager.input_hist_raw[int(cell[3:-1])]
        text = raw.split("\n")[line - 1].strip()
    return {"cell": cell, "line": text, "function": function}


def context(budget: int) -> str:
    """Ask jupyter_ctx for the context of a fix."""
    import jupyter_ctx

    return jupyter_ctx.context("Why?", budget=budget, request="fix")


def tokens(text: str) -> int:
    """Count the tokens of *text*."""
    from jupyter_ctx.tokens import counter_named

    return counter_named("o200k_base").count(text)


def error_text() -> str:
    """Give all that the masked state says of the open error."""
    from jupyter_ctx.extension import active

    return repr(active().state().error)
