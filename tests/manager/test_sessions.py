"""Random sessions: no request is wrong, and nothing that was cut comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.manager.wandering import Wanderer

STEPS = 9  # things in a session, each with its chance of a request
A_FILE = 25  # sessions to a file: opening one reads all of it


def wander(folder: Path, sessions: range, *, is_tight: bool = False) -> int:
    """Run *sessions*; give how many requests were judged."""
    requests = 0
    for seed in sessions:
        path = folder / f"store-{is_tight}-{seed // A_FILE}.sqlite"
        session = Wanderer(path, seed, is_tight=is_tight)
        session.wander(STEPS + seed % 7)
        requests += session.requests
    return requests


@pytest.mark.timeout(600)
def test_random_sessions_send_what_is_shown_and_nothing_that_was_cut(tmp_path):
    """Asks, tools, stops, edits, deletes, undos, compactions, failures, reloads."""
    requests = wander(tmp_path, range(1_000))

    assert requests > 1_000 * STEPS // 3


@pytest.mark.timeout(600)
def test_random_sessions_in_a_small_window_send_nothing_that_was_cut(tmp_path):
    """The same where old turns are condensed on the way, well or badly."""
    requests = wander(tmp_path, range(10_000, 10_100), is_tight=True)

    assert requests > 100 * STEPS // 3


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_fifty_thousand_random_sessions(tmp_path):
    """The long campaign; the folder is emptied on the way."""
    requests = 0
    for start in range(100_000, 150_000, A_FILE):
        sessions = range(start, start + A_FILE)
        requests += wander(tmp_path, sessions, is_tight=start % 4 == 0)
        for path in tmp_path.iterdir():
            path.unlink()
    print(f"50,000 sessions, {requests:,} requests")
