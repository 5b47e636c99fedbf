"""The Python session in a few words: version and loaded packages."""

from __future__ import annotations

import platform
import sys

from jupyter_ctx.kernel.describe.modules import version

NOTED = (
    "pandas",
    "numpy",
    "polars",
    "scipy",
    "sklearn",
    "statsmodels",
    "matplotlib",
    "seaborn",
    "plotly",
    "altair",
    "torch",
    "tensorflow",
    "keras",
    "jax",
    "transformers",
    "xgboost",
    "lightgbm",
    "dask",
    "pyspark",
    "duckdb",
    "sqlalchemy",
    "requests",
    "networkx",
    "cv2",
)
"""Packages whose version changes what code is right."""


def python() -> str:
    """Name the interpreter and its platform."""
    return f"Python {platform.python_version()} on {platform.system()}"


def packages() -> tuple[str, ...]:
    """List the loaded packages of note as `name version`."""
    loaded = [name for name in NOTED if name in sys.modules]
    return tuple(f"{name} {version(name)}".strip() for name in loaded)
