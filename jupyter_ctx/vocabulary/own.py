"""A model's own tokenizer, read from its file, with the frames of its messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from jupyter_ctx.vocabulary import bpe, gguf
from jupyter_ctx.vocabulary.bpe import Encode

CHATML = "<|im_start|>"
"""Begins a message in the layout of Qwen and many others."""


class Own(msgspec.Struct, frozen=True):
    """*encode* gives the tokens of a text, without special ones.

    *is_chatml* tells that messages are laid out as ChatML, whose cost is known.
    """

    encode: Encode
    is_chatml: bool = False


def load(path: str) -> Own | None:
    """Load the tokenizer in *path*, a GGUF or a `tokenizer.json`; None where none."""
    return _of_json(path) if path.endswith(".json") else _of_gguf(path)


def _of_gguf(path: str) -> Own | None:
    vocabulary = gguf.read(path)
    encode = bpe.encode_of(vocabulary) if vocabulary is not None else None
    if vocabulary is None or encode is None:
        return None
    is_chatml = CHATML in vocabulary.template and not vocabulary.begins
    return Own(encode, is_chatml)


def _of_json(path: str) -> Own | None:
    try:
        # Comes with litellm, and is needed for such a file alone.
        import tokenizers  # noqa: PLC0415

        tokenizer = tokenizers.Tokenizer.from_file(path)
    except Exception:  # noqa: BLE001 - it raises plain Exception for a bad file
        return None
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def encode(text: str) -> Sequence[int]:
        ids: Sequence[int] = tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    return Own(encode)


def chatml(roles: Sequence[tuple[str, str]], count: Callable[[str], int]) -> int:
    """Count messages, as role and content, in the layout of ChatML with its priming.

    Each is `<|im_start|>role`, a new line, the content, `<|im_end|>`, a new line.
    """
    ends = count("\n")
    told = sum(2 + count(f"{role}\n{content}") + ends for role, content in roles)
    return told + 1 + count("assistant\n")
