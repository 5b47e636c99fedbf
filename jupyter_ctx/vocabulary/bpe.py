"""Byte-pair encodings built from a list of merges, as tiktoken counts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jupyter_ctx.vocabulary.gguf import Vocabulary

Encode = Callable[[str], Sequence[int]]

_CONTRACTED = (
    r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
    r"|[^\r\n\p{L}\p{N}]?\p{L}+|DIGITS| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
# GPT-2's, after each digit was cut off: blanks before a digit end there.
_SINGLE_DIGITS = (
    r"\p{N}|'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?[^\s\p{L}\p{N}]+"
    r"|\s+(?=\p{N})|\s+(?!\S)|\s+"
)
# By llama.cpp's names (llama-vocab.cpp): what cuts a text into words.
_PATTERNS = {
    "qwen2": _CONTRACTED.replace("DIGITS", r"\p{N}"),
    "llama-bpe": _CONTRACTED.replace("DIGITS", r"\p{N}{1,3}"),
    "llama3": _CONTRACTED.replace("DIGITS", r"\p{N}{1,3}"),
    "smollm": _SINGLE_DIGITS,
}


def encode_of(vocabulary: Vocabulary) -> Encode | None:
    """Give the encoder of *vocabulary*; None for a kind that is not known here."""
    pattern = _PATTERNS.get(vocabulary.pre)
    if vocabulary.kind != "gpt2" or pattern is None or not vocabulary.merges:
        return None
    try:
        # Loaded at the first count, not with the extension.
        import tiktoken  # noqa: PLC0415
    except ImportError:
        return None
    encoding = tiktoken.Encoding(
        f"gguf-{vocabulary.pre}",
        pat_str=pattern,
        mergeable_ranks=_ranks(vocabulary.merges),
        special_tokens={},
    )
    return encoding.encode_ordinary


def _ranks(merges: Sequence[str]) -> dict[bytes, int]:
    """Rank single bytes first, then what each merge makes, the earliest as it was."""
    table = _bytes_by_sign()
    ranks = {bytes([number]): number for number in range(256)}
    for merge in merges:
        made = bytes(table[sign] for sign in merge if sign != " ")
        ranks.setdefault(made, len(ranks))
    return ranks


def _bytes_by_sign() -> dict[str, int]:
    """Undo GPT-2's table, in which every byte is a sign that can be printed."""
    printed = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [number for number in range(256) if number not in printed]
    shown = {chr(number): number for number in printed}
    return shown | {chr(256 + index): number for index, number in enumerate(others)}
