"""Counting tokens as the model does, or from above where it cannot be known.

The ranks of OpenAI's encodings are read from the files in litellm's wheel: the
package is found, never imported, and nothing is downloaded.
"""

from __future__ import annotations

import hashlib
import importlib.util
import math
import re
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from jupyter_ctx.core.engine.payload import Payload, cost_of, read
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import SettingError
from jupyter_ctx.vocabulary.bpe import Encode
from jupyter_ctx.vocabulary.own import Own, chatml, load

PER_MESSAGE = 3  # tokens of a message's frame, by OpenAI's published rule
ABOVE_FRAME = 8  # tokens of it where the layout is not known; Llama 3 has 5
PRIMING = 3  # tokens that start the reply
CHUNK = 100_000  # characters; the encoder's regex overflows its stack on more
LEAST_EVIDENCE = 100  # tokens; a hidden system prompt outweighs a short request
REPORTS = 8  # newest ones that count; a wrong one is forgotten after as many
MOST_FACTOR = 4.0  # no tokenizer differs by more; a wrong report must not cost all
CACHED_CHARACTERS = 16_000_000  # of texts whose counts are remembered
ENTRY = 100  # characters that an entry of that memory costs beside its text
LONG = 200  # characters; a longer text is remembered by its digest, not by itself

# name of the encoding -> rank file in litellm's wheel, its SHA-256
_FILES = {
    "cl100k_base": (
        "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
    "o200k_base": (
        "fb374d419588a4632f3f557e76b4b70aebbca790",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
}
# GPT is not one encoding. First match counts.
_ENCODINGS = (
    (
        re.compile(r"gpt-4o|gpt-4\.[1-9]|gpt-[5-9]|chatgpt-4o|^o[1-9]|gpt-oss"),
        "o200k_base",
    ),
    (re.compile(r"gpt-4|gpt-3\.5|gpt-35|text-embedding"), "cl100k_base"),
)
# Upper ratios to o200k, measured on code, prose and printed frames; whether each
# digit is a token of its own. They err on the side of too many.
_FAMILIES: tuple[tuple[re.Pattern[str], float, bool], ...] = (
    (re.compile("claude|anthropic"), 1.6, False),
    (re.compile("gemini|gemma"), 1.2, True),
    (re.compile("mistral|mixtral|codestral|devstral|ministral"), 1.2, True),
    (re.compile("qwen|qwq|embedded:"), 1.1, True),
    (re.compile("deepseek"), 1.1, False),
    (re.compile("llama-?[34]|groq"), 1.15, False),
    (re.compile("llama|nova|command|phi"), 1.15, True),
)
_DIGITS = re.compile(r"\d\d+")

Count = Callable[[str], int]


class Named(Protocol):
    """Whatever names a model, as `gateway.Profile` does.

    *vocabulary* is a file with the model's own tokenizer, where there is one.
    """

    @property
    def model(self) -> str:
        """As litellm names it, or `embedded:NAME`, or empty."""
        ...

    @property
    def vocabulary(self) -> str:
        """The path of a GGUF or a `tokenizer.json`, or empty."""
        ...


class TokenCounter:
    """Counts texts and payloads; see `core.tokens.Counter`.

    *factor* is what `calibrate` has learnt from the model's own reports. With
    *is_chatml* messages are laid out as ChatML, else each costs its *frame*.
    """

    def __init__(
        self,
        name: str,
        count: Count,
        *,
        exact: bool,
        is_chatml: bool = False,
        frame: int = PER_MESSAGE,
    ) -> None:
        self.name = name
        self.exact = exact
        self._is_chatml = is_chatml
        self._frame = frame
        self.factor = 1.0
        self._ratios: deque[float] = deque(maxlen=REPORTS)
        self._count = count
        # What is asked for again moves to the young ones; the old ones go at once.
        # Two threads may count: at worst one of them counts a text anew.
        self._young: dict[str | bytes, int] = {}
        self._old: dict[str | bytes, int] = {}
        self._size = 0

    def count(self, text: str) -> int:
        """Count the tokens of *text*; the same text costs nothing again."""
        name = text if len(text) <= LONG else _digest(text)
        known = self._young.get(name)
        if known is None:
            known = self._old.get(name)
            known = self._count(text) if known is None else known
            self._remember(name, known)
        return self._scaled(known)

    def count_messages(self, messages: Sequence[Payload]) -> int:
        """Count the final payload: contents, roles, frames and priming.

        Pictures count as their model's rule says. Messages may also have OpenAI's
        form: of what is no text there, all of its JSON counts.
        """
        known = [read(one) for one in messages]
        beside = sum(one.pictures for one in known)
        beside += sum(cost_of(value, self.count) for one in known for value in one.more)
        if self._is_chatml:
            plain = [(one.role, one.text) for one in known]
            return chatml(plain, self.count) + beside
        frames = self._scaled(PRIMING + self._frame * len(known))
        told = sum(self.count(one.role) + self.count(one.text) for one in known)
        return frames + told + beside

    def calibrate(self, counted: int, reported: int | None) -> None:
        """Learn from *reported* prompt tokens where *counted* was an estimate.

        The factor is the largest of the newest reports and never below 1: code, prose
        and numbers differ, and an estimate that is too low overflows the window, while
        one too high only wastes room. It is not kept beyond the kernel: a first request
        that is too long is refused, which costs nothing, with the true count.
        """
        if self.exact or not reported or counted < LEAST_EVIDENCE:
            return
        self._ratios.append(self.factor * reported / counted)
        self.factor = min(MOST_FACTOR, max(1.0, *self._ratios))

    def _scaled(self, tokens: int) -> int:
        return tokens if self.factor == 1.0 else math.ceil(tokens * self.factor)

    def _remember(self, name: str | bytes, tokens: int) -> None:
        self._young[name] = tokens
        self._size += len(name) + ENTRY
        if self._size > CACHED_CHARACTERS // 2:
            self._old, self._young, self._size = self._young, {}, 0


def _digest(text: str) -> bytes:
    """Name a long text, so that memory need not hold it."""
    told = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(told, digest_size=16).digest()


_counters: dict[str, TokenCounter] = {}


def counter_for(profile: Named) -> TokenCounter:
    """Give the counter of *profile*'s model: exact for OpenAI, else from above."""
    key = f"{profile.model.lower()} {profile.vocabulary}".rstrip()
    if key not in _counters:
        own = load(profile.vocabulary) if profile.vocabulary else None
        _counters[key] = _make(profile.model.lower()) if own is None else _own(own)
    return _counters[key]


def learn(profile: Named, messages: Sequence[Message], reported: int | None) -> None:
    """Calibrate *profile*'s counter by what the model *reported* for *messages*."""
    counter = counter_for(profile)
    if reported and not counter.exact:
        counter.calibrate(counter.count_messages(messages), reported)


def counter_named(encoding: str) -> TokenCounter:
    """Give the exact counter of *encoding*.

    Raises:
        SettingError: No such encoding, or its ranks are not to be had.

    """
    if encoding not in _FILES:
        known = ", ".join(_FILES)
        msg = f"There is no encoding {encoding}. Known are {known}."
        raise SettingError(msg)
    count = _exact(encoding)
    if count is None:
        return TokenCounter(f"estimate for {encoding}", estimate, exact=False)
    return _counters.setdefault(encoding, TokenCounter(encoding, count, exact=True))


def _own(own: Own) -> TokenCounter:
    """Count by the model's own tokenizer; exactly where its frames are known too."""
    count = _counted(own.encode)
    if own.is_chatml:
        return TokenCounter("its own tokenizer", count, exact=True, is_chatml=True)
    name = "its own tokenizer, frames from above"
    return TokenCounter(name, count, exact=False, frame=ABOVE_FRAME)


def _make(model: str) -> TokenCounter:
    bare = model.rsplit("/", 1)[-1]
    encoding = next((e for pattern, e in _ENCODINGS if pattern.search(bare)), None)
    if encoding is not None and (count := _exact(encoding)) is not None:
        return TokenCounter(encoding, count, exact=True)
    base = _exact("o200k_base")
    if base is None:
        return TokenCounter("estimate by characters", estimate, exact=False)

    def other(text: str) -> int:
        # A second table of ranks costs 30 MB: only where it is needed.
        return (_exact("cl100k_base") or base)(text)

    for pattern, ratio, single in _FAMILIES:
        if pattern.search(model):
            count = _above(base, other, ratio, single_digits=single)
            return TokenCounter(f"estimate, o200k x {ratio}", count, exact=False)
    return TokenCounter(
        "estimate, the larger of o200k and cl100k",
        lambda text: max(base(text), other(text)),
        exact=False,
    )


def _above(base: Count, other: Count, ratio: float, *, single_digits: bool) -> Count:
    """Count from above for a tokenizer that is not OpenAI's."""

    def count(text: str) -> int:
        if not text:
            return 0
        tokens = base(text)
        if not text.isascii():
            # o200k knows scripts that others spell by bytes, as cl100k does.
            tokens = max(tokens, other(text))
        # OpenAI's encodings take three digits at once.
        digits = _DIGITS.findall(text) if single_digits else ()
        return int(tokens * ratio) + 1 + sum(len(d) - (len(d) + 2) // 3 for d in digits)

    return count


@lru_cache(maxsize=len(_FILES))
def _exact(encoding: str) -> Count | None:
    """Build the counter of *encoding*; None without its ranks or tiktoken."""
    ranks = _ranks(encoding)
    if ranks is None:
        return None
    try:
        # Loaded at the first count, not with the extension.
        import tiktoken  # noqa: PLC0415
        from tiktoken_ext import (  # type: ignore[import-untyped]  # noqa: PLC0415
            openai_public,
        )
    except ImportError:
        return None
    encoder = tiktoken.Encoding(
        encoding,
        pat_str=_pattern(openai_public, encoding),
        mergeable_ranks=ranks,
        special_tokens={},
    )

    return _counted(encoder.encode_ordinary)


def _counted(encode: Encode) -> Count:
    def count(text: str) -> int:
        # Lone surrogates have no UTF-8 form; providers get a replacement too.
        clean = text.encode("utf-8", "replace").decode("utf-8")
        return sum(len(encode(part)) for part in _parts(clean))

    return count


def _pattern(public: Any, encoding: str) -> str:  # noqa: ANN401 - a module
    """Take the splitting pattern from tiktoken without its download."""
    load = public.load_tiktoken_bpe
    public.load_tiktoken_bpe = lambda *_, **__: {}
    try:
        return str(getattr(public, encoding)()["pat_str"])
    finally:
        public.load_tiktoken_bpe = load


def _ranks(encoding: str) -> dict[bytes, int] | None:
    # The base64 decoder of the standard library, at the first count only.
    import base64  # noqa: PLC0415

    found = importlib.util.find_spec("litellm")
    for folder in (found.submodule_search_locations or ()) if found else ():
        name, digest = _FILES[encoding]
        path = Path(folder) / "litellm_core_utils" / "tokenizers" / name
        try:
            raw = path.read_bytes()
        except OSError:
            continue
        if hashlib.sha256(raw).hexdigest() == digest:
            pairs = (line.split() for line in raw.splitlines() if line)
            return {base64.b64decode(token): int(rank) for token, rank in pairs}
    return None


def _parts(text: str) -> list[str]:
    """Cut *text* where a cut changes the count little and never overflows."""
    if len(text) <= CHUNK:
        return [text]
    parts, start = [], 0
    while start < len(text):
        end = min(len(text), start + CHUNK)
        if end < len(text):
            newline = text.rfind("\n", start + CHUNK // 2, end)
            end = newline + 1 if newline > 0 else end
        parts.append(text[start:end])
        start = end
    return parts


def estimate(text: str) -> int:
    """Count from above without any tokenizer, by the kinds of characters.

    Never below the true count for the scripts that a rule of four characters
    a token gets wrong (Chinese, Japanese, Korean, Thai, emoji), digits, hex and
    base64; at most two and a half times too high for English and code.
    """
    if not text:
        return 0
    tokens = 1.0
    for word in _WORDS.findall(text):
        tokens += _word_cost(word)
    return int(tokens) + 1


_WORDS = re.compile(r"[A-Za-z0-9+/=]{24,}|[A-Za-z]+|[0-9]+|[^\x00-\x7f]+|\s+|[^\w\s]|_")
_TWO_BYTES, _BMP_END = 0x7FF, 0xFFFF
# Of these scripts the encodings have words: Thai and kana; Chinese and Korean.
_KNOWN = ((0x0E00, 0x0E7F, 2.0), (0x3000, 0x30FF, 2.0))
_HALF_KNOWN = ((0x4E00, 0x9FFF, 2.6), (0xAC00, 0xD7A3, 2.6))
_BLOB = 24  # letters and digits in a row: no word, but hex, base64 and the like
_LONG_WORD = 14  # letters; longer words are split into many tokens


def _sign_cost(sign: int) -> float:
    """Count a sign that is not ASCII: its bytes, or less where it is common."""
    if sign <= _TWO_BYTES:
        return 2.0
    for first, last, cost in (*_KNOWN, *_HALF_KNOWN):
        if first <= sign <= last:
            return cost
    return 3.0 if sign <= _BMP_END else 4.0


def _blank_cost(word: str) -> float:
    """Count blanks: runs of one kind are cheap, rare ones are not."""
    if word.strip(" \t\r\n"):
        return float(len(word))
    if len(word) == 1:
        return 0.3 if word == " " else 1.0
    changes = sum(1 for one, other in pairwise(word) if one != other)
    return 1 + len(word) / 16 + max(0, changes - 2) + word.count("\t") / 2


def _word_cost(word: str) -> float:
    first = word[0]
    if len(word) >= _BLOB and first.isascii() and not first.isspace():
        return len(word) / 1.25
    if first.isascii() and first.isalpha():
        return len(word) / 1.5 if len(word) > _LONG_WORD else 0.6 + len(word) / 6
    if first.isdigit() and first.isascii():
        return (len(word) + 2) // 3 + 0.5
    if not first.isascii():
        return sum(_sign_cost(ord(sign)) for sign in word)
    if first.isspace():
        return _blank_cost(word)
    return 1.0
