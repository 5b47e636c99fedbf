"""The JSON schema of the wire, from which the TypeScript types are generated."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from jupyter_ctx.protocol.messages import MAJOR, MINOR, TARGET, AnyEvent, AnyRequest

_REF = "#/$defs/{name}"


def schema() -> str:
    """Give the schema as JSON text; the same for the same messages.

    What the kernel side sends has all its fields, so a page may rely on them;
    of a request those with a default may be left out.
    """
    (requests, events), parts = msgspec.json.schema_components(
        [AnyRequest, AnyEvent], ref_template=_REF
    )
    _, sent = msgspec.json.schema_components([AnyEvent], ref_template=_REF)
    document = {
        "title": "Wire",
        "description": f"Comm target {TARGET}, version {MAJOR}.{MINOR}.",
        "type": "object",
        "properties": {"request": requests, "event": events},
        "required": ["request", "event"],
        "additionalProperties": False,
        "$defs": {name: _closed(parts[name], full=name in sent) for name in parts},
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _closed(part: dict[str, Any], *, full: bool) -> dict[str, Any]:
    """Give *part* without an index signature; with *full* no field is optional."""
    required = sorted(part["properties"]) if full else part.get("required", [])
    return {**part, "required": required, "additionalProperties": False}
