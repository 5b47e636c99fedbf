"""Whether a question turns to a new subject, by its words alone.

Precise before complete: a hint on a follow-up is a nuisance, one that is missing is
none. So a question counts only where it has words enough, shares none with what was
said, and points to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from jupyter_ctx.code.paste import reduce_pastes
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Turn

HINT = (
    "This seems to be a new subject. /clear begins a fresh conversation for it, with "
    "the same memory file and instructions."
)
LEAST_TURNS = 3  # answered questions of one subject, before it can be left
LEAST_WORDS = 4  # of its own that a question must have
LOOKED_AT = 12  # newest turns, whose words are those of the subject
SUBJECT = 60  # newest turns, among which the last hint is looked for
LONGEST = 4_000  # characters of a text that are looked at

_WORD = re.compile(r"[^\W\d_]{3,}")
_SIGNS = re.compile(r"[\u4e00-\u9fff]+")
_POINTS = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|above|again|also|another|before|both"
    r"|continue|earlier|else|further|instead|last|latter|more|next|now|one|ones|other"
    r"|previous|rather|same|still|then|there|too|undo|why|your?)\b"
    r"|[它这那此]|再|还|也|继续|上面|刚才|之前|同样|另外|然后|接着",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"^\W*(?:please |ok,? |and )*(?:use|make|change|increase|decrease|reduce|remove|set"
    r"|rename|group|sort|drop|fix|convert|move|round|limit|format|save|export|run|try|put"
    r"|color|colour|add|keep|filter|merge|join|swap|turn|clean|replace|rotate|scale"
    r"|highlight|hide|annotate|label|normali[sz]e|no|yes|ok|thanks?|great)\b"
    r"|\b(?:smaller|larger|bigger|thinner|thicker|darker|lighter|faster|slower|shorter"
    r"|longer|fewer|less|simpler|better)\b|^把|改",
    re.IGNORECASE,
)
"""What changes something that is there."""

_STOPS = frozenset((
    "about", "add", "all", "and", "any", "are", "can", "code", "could", "create",
    "does", "each", "for", "from", "get", "give", "has", "have", "help", "how", "into",
    "let", "make", "need", "not", "please", "should", "show", "some", "tell", "the",
    "use", "using", "want", "was", "what", "when", "where", "which", "who", "will",
    "with", "would", "write",
))  # fmt: skip


def is_new(prompt: str, before: Sequence[Turn], state: KernelState) -> bool:
    """Tell whether *prompt* leaves the subject of the turns *before* it.

    Those up to the last hint are of an older subject: each is left once. What the
    newest cells and the live names of *state* tell belongs to the subject.
    """
    subject = _since_hint(before[-SUBJECT:])
    asked = [turn for turn in subject if turn.status == "complete"]
    if len(asked) < LEAST_TURNS or _POINTS.search(prompt) or _CHANGES.search(prompt):
        return False
    if "\n" in prompt.strip() or reduce_pastes(prompt).text != prompt:
        return False  # what was pasted says little of what is asked
    own = _words([prompt])
    said = _said(asked)
    # In another language words say nothing of the subject.
    is_alike = sum(one.isascii() == _is_latin(own) for one in said) >= LEAST_WORDS
    if _weight(own) < LEAST_WORDS or not is_alike or own & said:
        return False
    return not own & _words(_around(state))


def _weight(words: frozenset[str]) -> float:
    """Count words; a pair of signs is half of one."""
    return sum(1.0 if one.isascii() else 0.5 for one in words)


def _is_latin(words: frozenset[str]) -> bool:
    return 2 * sum(one.isascii() for one in words) > len(words)


def _around(state: KernelState) -> Iterator[str]:
    yield from (one.source for one in state.executions[-LOOKED_AT:])
    for one in state.variables:
        yield one.name
        yield from (field.name for field in one.fields)


def _since_hint(before: Sequence[Turn]) -> Sequence[Turn]:
    for place in range(len(before) - 1, -1, -1):
        if any(HINT in reply.notices for reply in before[place].replies):
            return before[place:]
    return before


def _said(turns: Sequence[Turn]) -> frozenset[str]:
    texts = [turn.prompt for turn in turns[-LOOKED_AT:]]
    texts += [turn.reply.text for turn in turns[-LOOKED_AT:] if turn.reply is not None]
    return _words(texts)


def _words(texts: Iterable[str]) -> frozenset[str]:
    """Give the beginnings of words, since "plotting" is about "plots", and of signs."""
    found: set[str] = set()
    for text in texts:
        lower = text[:LONGEST].casefold().replace("_", " ")
        for word in _WORD.findall(lower):
            if word not in _STOPS:
                found.add(word[:4])
        for signs in _SIGNS.findall(lower):
            found.update(signs[n : n + 2] for n in range(len(signs) - 1))
    return frozenset(found)
