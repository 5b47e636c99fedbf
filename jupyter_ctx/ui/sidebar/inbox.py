"""The inbox of the sidebar's thread: requests in order, and that something changed."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any

import msgspec

from jupyter_ctx.protocol.messages import Complete, Preview, Request
from jupyter_ctx.ui.sidebar.connection import Connection


class Post(msgspec.Struct):
    """One request of a page.

    *is_stopped* tells that the user pressed Stop before its reply was begun.
    """

    connection: Connection
    request: Request
    is_stopped: bool = False


class Inbox:
    """Filled from any thread, emptied by one; nothing in it waits for a cell."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._posts: deque[Post] = deque()
        self._taken: Post | None = None
        self._has_news = False
        self._is_closed = False

    def put(self, post: Post) -> None:
        """Add a request behind the others."""
        with self._changed:
            self._posts.append(post)
            self._changed.notify()

    def put_first(self, post: Post) -> None:
        """Add a request in front of the others."""
        with self._changed:
            self._posts.appendleft(post)
            self._changed.notify()

    def ring(self, *_: Any) -> None:  # noqa: ANN401 - whatever a listener is told
        """Tell that something changed; a thousand rings cost as much as one."""
        if self._has_news:
            return
        with self._changed:
            self._has_news = True
            self._changed.notify()

    def stop_waiting(self) -> None:
        """Mark what waits, and what is being looked at, as stopped by the user."""
        with self._changed:
            for post in self._posts:
                post.is_stopped = True
            if self._taken is not None:
                self._taken.is_stopped = True

    def is_outdated(self, post: Post) -> bool:
        """Tell whether the page of *post* wants something newer in its place already.

        That is so with previews, and with what may be mentioned.
        """
        if not isinstance(post.request, (Preview, Complete)):
            return False
        with self._changed:
            return any(
                one.connection is post.connection
                and _is_in_place_of(one.request, post.request)
                for one in self._posts
            )

    def close(self) -> None:
        """Let the thread end."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    @property
    def is_closed(self) -> bool:
        """Whether the thread shall end."""
        return self._is_closed

    def take(self, timeout: float | None) -> Post | None:
        """Give the next request; None after a ring, or when *timeout* is over."""
        with self._changed:
            self._taken = None
            if not (self._posts or self._has_news or self._is_closed):
                self._changed.wait(timeout)
            self._has_news = False
            if self._posts:
                self._taken = self._posts.popleft()
            return self._taken


def _is_in_place_of(newer: Request, older: Request) -> bool:
    if isinstance(newer, Preview) and isinstance(older, Preview):
        return newer.has_messages == older.has_messages
    return isinstance(newer, Complete) and isinstance(older, Complete)
