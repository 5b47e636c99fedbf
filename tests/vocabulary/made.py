"""A small GGUF file with a tokenizer, made here, and the same by another library."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import models, pre_tokenizers, trainers

TEXT = "x = 12\nfor word in text.split():\n    print(word, ' naïve café 中文 ')\n" * 4
QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CHATML = "{{'<|im_start|>' + message['role']}}"


def trained(*, is_single_digits: bool = False) -> tokenizers.Tokenizer:
    """Train byte-pair encoding on a few lines, with Qwen's or SmolLM's pattern."""
    made = tokenizers.Tokenizer(models.BPE())
    as_bytes = pre_tokenizers.ByteLevel(
        add_prefix_space=False, use_regex=is_single_digits
    )
    first: Any = pre_tokenizers.Split(tokenizers.Regex(QWEN), "isolated")
    if is_single_digits:
        first = pre_tokenizers.Digits(individual_digits=True)
    made.pre_tokenizer = pre_tokenizers.Sequence([first, as_bytes])
    trainer = trainers.BpeTrainer(
        vocab_size=340,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator([TEXT], trainer)
    return made


def merges_of(made: tokenizers.Tokenizer, folder: Path) -> list[str]:
    """Give the merges in their order."""
    made.model.save(str(folder))
    lines = (folder / "merges.txt").read_text("utf-8").split("\n")
    return [line for line in lines[1:] if line]


def write(path: Path, merges: list[str], **more: Any) -> str:
    """Write the head of a GGUF file; *more* are values of the tokenizer."""
    values = {"ggml.model": "gpt2", "ggml.pre": "qwen2", "ggml.merges": merges} | more
    pairs = [("general.name", "made"), ("general.sizes", [1, 2, 3])]
    pairs += [(f"tokenizer.{key}", value) for key, value in values.items()]
    head = struct.pack("<IQQ", 3, 0, len(pairs))
    told = b"".join(_text(key) + _value(value) for key, value in pairs)
    path.write_bytes(b"GGUF" + head + told)
    return str(path)


def _value(value: Any) -> bytes:
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    inner = 8 if isinstance(value[0], str) else 5
    told = [_text(one) if inner == 8 else struct.pack("<i", one) for one in value]
    return struct.pack("<IIQ", 9, inner, len(value)) + b"".join(told)


def _text(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw
