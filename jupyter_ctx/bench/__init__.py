"""Benchmarks: what the user pays, measured as ratios within one run."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark that is named first; `overhead` without a name."""
    # Each benchmark is imported when it runs.
    from jupyter_ctx.bench import overhead  # noqa: PLC0415

    known = {"overhead": overhead.main}
    name = arguments[0] if arguments else "overhead"
    if name not in known:
        sys.stderr.write(f"There is no benchmark {name}. Known: {', '.join(known)}.\n")
        return 2
    return known[name](list(arguments[1:]))
