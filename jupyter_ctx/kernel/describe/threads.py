"""Describes locks, events, queues and threads by their state; none is moved."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    loaded,
    module_of,
    name_of,
)


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; the type of a lock has another name inside."""
    if module_of(base) == "_thread":
        is_lock = name == "lock" and loaded("_thread", "LockType") is base
        return describe_lock if is_lock else None
    known = find(_KNOWN, base)
    return known if cls is base or known is describe_thread else None


def describe_lock(value: Foreign, look: Look) -> Summary:
    """Say whether a lock is taken."""
    shape = "locked" if value.locked() else "free"
    return about(value, look, "lazy", shape=shape)


def describe_event(value: object, look: Look) -> Summary:
    """Say whether an event is set."""
    return about(
        value, look, "lazy", shape="set" if held(value, "_flag") else "not set"
    )


def describe_semaphore(value: object, look: Look) -> Summary:
    """Say how often a semaphore can still be taken."""
    return about(value, look, "lazy", shape=f"{held(value, '_value')} free")


def describe_queue(value: object, look: Look) -> Summary:
    """Give the number of waiting items."""
    items = held(value, "queue")
    limit = held(value, "maxsize")
    return about(
        value,
        look,
        "lazy",
        shape=joined(
            count(len(items), "item") if _is_plain(items) else "",
            f"at most {limit}" if limit else "",
        ),
    )


def _is_plain(items: object) -> bool:
    return type(items) is list or name_of(type(items)) == "deque"


def describe_thread(value: object, look: Look) -> Summary:
    """Give name and state of a thread."""
    name = held(value, "_name")
    return about(
        value,
        look,
        "lazy",
        shape=joined(
            repr(look.mask("", name)[:80]) if type(name) is str else "",
            _thread_state(value),
            "daemon" if held(value, "_daemonic") is True else "",
        ),
    )


def _thread_state(value: object) -> str:
    if held(held(value, "_started"), "_flag") is not True:
        return "not started"
    stopped = held(value, "_is_stopped")
    if stopped is None:  # Python 3.13 keeps this in C
        return "started"
    return "finished" if stopped else "running"


_KNOWN: dict[str, Describer] = {
    "threading.Event": describe_event,
    "threading.Semaphore": describe_semaphore,
    "threading.BoundedSemaphore": describe_semaphore,
    "threading.Thread": describe_thread,
    **dict.fromkeys(
        ("queue.Queue", "queue.LifoQueue", "queue.PriorityQueue"), describe_queue
    ),
}
