"""How things are set up: JupyterLab's settings, and the steps of the doctor."""

from __future__ import annotations

from typing import Literal

import msgspec


class Level(msgspec.Struct, frozen=True, rename="camel"):
    """One privacy level that can be picked, and what it lets out in words."""

    name: str
    label: str
    detail: str


class LabSettings(msgspec.Struct, frozen=True, rename="camel"):
    """What JupyterLab's settings say of the kernel side; empty, 0 or null: nothing."""

    model: str = ""
    api_base: str = ""
    profile: str = ""
    privacy: str = ""
    budget: int = 0
    max_tokens: int = 0
    compaction: str = ""
    memory_note: bool | None = None
    on_interrupt: str = ""
    reads_project: bool | None = None
    choice_form: str = ""


class Outranked(msgspec.Struct, frozen=True, rename="camel"):
    """One of JupyterLab's settings that does not count, since *by* counts."""

    name: str
    by: str


class Step(msgspec.Struct, frozen=True, rename="camel"):
    """One step of the doctor: what was found, and what to do if it failed."""

    name: str
    status: Literal["ok", "failed", "skipped"]
    found: str = ""
    next_step: str = ""
