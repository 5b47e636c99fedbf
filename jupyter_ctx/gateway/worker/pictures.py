"""Pictures as parts of a message: of the size that was counted, as data URLs."""

from __future__ import annotations

import base64
import io
from typing import Any

from jupyter_ctx.core.pictures.picture import Attached
from jupyter_ctx.core.pictures.pixels import head_of
from jupyter_ctx.errors import ModelError

QUALITY = 85  # of a JPEG, where it was one
LIMIT = 3_500_000  # bytes; the strictest provider takes 5 MB of base64


def part(picture: Attached, data: bytes) -> dict[str, Any]:
    """Give *picture* as litellm takes it for every provider.

    Raises:
        ModelError: It has to be made smaller and cannot be.

    """
    mime = picture.mime
    head = head_of(data)
    is_sized = head is not None and head[1:] == (picture.width, picture.height)
    if not is_sized or len(data) > LIMIT:
        mime, data = _resized(picture, data)
    url = f"data:{mime};base64,{base64.b64encode(data).decode()}"
    image = {"url": url, **({"detail": picture.detail} if picture.detail else {})}
    return {"type": "image_url", "image_url": image}


def _resized(picture: Attached, data: bytes) -> tuple[str, bytes]:
    try:
        # Only where a picture is too large; not a dependency of ours.
        from PIL import Image  # noqa: PLC0415

        with Image.open(io.BytesIO(data)) as opened:
            small = opened.convert(
                "RGBA" if opened.mode in ("P", "LA", "RGBA") else "RGB"
            )
            small = small.resize(
                (picture.width, picture.height), Image.Resampling.LANCZOS
            )
        return _saved(small, is_photo=picture.mime == "image/jpeg")
    except ImportError as error:
        msg = (
            "A picture has to be made smaller for this model, and Pillow is not there. "
            "Run `pip install pillow` in the worker's environment, or ask without it."
        )
        raise ModelError(msg, kind="missing_package") from error
    except Exception as error:
        # Of many types: one for a bomb, those of its decoders, no memory.
        msg = f"A picture cannot be read ({error}). Show it again, or ask without it."
        raise ModelError(msg, kind="bad_request") from error


def _saved(image: Any, *, is_photo: bool) -> tuple[str, bytes]:  # noqa: ANN401 - Pillow's
    """Write *image* without loss where that is small enough."""
    out = io.BytesIO()
    if not is_photo:
        image.save(out, "PNG")
    if is_photo or out.tell() > LIMIT:
        out = io.BytesIO()
        image.convert("RGB").save(out, "JPEG", quality=QUALITY)
        return "image/jpeg", out.getvalue()
    return "image/png", out.getvalue()
