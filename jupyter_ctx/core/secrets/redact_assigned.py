"""Secrets that a name beside them betrays: assigned, listed, told or formatted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from jupyter_ctx.core.secrets import redact_names

REACH = 60  # characters of a name to the left of the word that makes it secret

Found = tuple[int, int, str, str]
"""Start and end of a secret, the name beside it and what that promises."""

# fmt: off
_HINTS = (
    "pass", "pwd", "secret", "token", "key", "auth", "cred", "pw", "mnemonic",
    "salt", "cookie", "pat", "bearer", "kennwort", "senha", "wachtwoord", "contrase",
    "parola",
)
# fmt: on
_WORD = re.compile(
    r"(?:passw(?:or)?[dt]|passphrase|passcode|pass|pwd|pw|secret|token|key"
    r"|auth(?:orization)?|credentials?|mnemonic|salt|cookie|pat|bearer|kennwort|senha"
    r"|wachtwoord|contrase[nñ]a|parola)[\w-]{0,40}",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"""(?:
        \\?["']\]?\s{0,4}(?::|=>?|,)             # "token": …, d["token"] = …
      | \s{0,4}:\s{0,2}[\w.\[\]|\ ]{1,40}?=       # token: str = …
      | (?P<space>\ )(?=[^\s=:])                 # --token …
      | \s{0,40}(?::=|=>|=|:)(?!=)
    )(?P<gap>\s{0,4})(?:
        [fFbBrRuU]{0,2}(?P<quote>\\?["'])(?P<quoted>[^"'\n\\]{3,4000})(?P=quote)
      | (?P<bare>[^\s"'<>,;&(){}\[\]\\]{6,200})(?![(\[{])
    )""",
    re.VERBOSE,
)
_NAME = re.compile(r"[\w-]*\Z")
_CLASS = re.compile(r"\bclass [\w-]*\Z")
_ANNOTATED = re.compile(r"\w+:[\w.\[\]|]+=")
_OPTION = re.compile(r"(?:--|%(?:set_)?env\s{1,4}|machine [^\n]{0,60} )[\w-]*\Z")
_BRIEF = ("pass", "pw")  # names that mean a password before a value made of signs
_SPACED = frozenset(("passphrase", "mnemonic"))  # whose secret may be a sentence
_IDENTIFIER = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_NAMES_A_VALUE = 12  # characters from which a bare word is no variable of the user


@lru_cache(maxsize=1)  # each way to look for secrets asks for the same text
def has_hint(text: str) -> bool:
    """Tell whether any word in *text* could make a secret of what is beside it."""
    return any(map(text.lower().__contains__, _HINTS))


def assignments(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Find the names that may promise a secret, with the match of the value.

    Its group `quoted` or `bare` is the value.
    """
    for word in _hinted(text):
        value = _VALUE.match(text, word.end())
        if value is None or _is_declared(text, word, value):
            continue
        before = text[max(0, word.start() - REACH) : word.start()]
        if value["space"] is None or _OPTION.search(before):
            yield _whole_name(text, word), value


def _hinted(text: str) -> Iterator[re.Match[str]]:
    return _WORD.finditer(text) if has_hint(text) else iter(())


def _whole_name(text: str, word: re.Match[str]) -> str:
    left = _NAME.search(text[max(0, word.start() - REACH) : word.start()])
    return ((left[0] if left else "") + word[0]).strip("-")


def _is_declared(text: str, word: re.Match[str], value: re.Match[str]) -> bool:
    """Tell whether a statement stands where the value would: `class Token: pw=…`."""
    if value["bare"] is None or ":" not in value[0]:
        return False
    before = text[max(0, word.start() - REACH) : word.start()]
    is_class = _CLASS.search(before) is not None
    return is_class or _ANNOTATED.fullmatch(value["bare"]) is not None


_LIST = re.compile(
    r"""\\?["']?\]?\s{0,4}[:=]\s{0,4}[\[(]\s{0,8}([^\[\](){}]{3,2000})[\])]"""
)
_ELEMENT = re.compile(r"""(["'])([^"'\n\\]{4,400})\1""")
_ITEMS = re.compile(
    r"s?:[ \t]{0,4}\n((?:[ \t]{0,20}-[ \t]{1,4}[^\s<>]{4,400}\n?){1,50})"
)
_ITEM = re.compile(r"""-[ \t]{1,4}(["']?)([^\s"']{4,400})\1""")


def listed(text: str) -> Iterator[Found]:
    """Find secrets in a list behind a name: `{"password": ["a", "b"]}`, or YAML."""
    for word in _hinted(text):
        values, element = _LIST.match(text, word.end()), _ELEMENT
        if values is None:
            values, element = _ITEMS.match(text, word.end()), _ITEM
        if values is None:
            continue
        name = _whole_name(text, word)
        found = redact_names.promise(name) or redact_names.promise(name.rstrip("s"))
        for one in element.finditer(text, *values.span(1)):
            if redact_names.fulfils(found, one[2]):
                yield *one.span(2), name, found


def is_whole(name: str, value: re.Match[str]) -> bool:
    """Tell whether the value is the secret itself, not code that gets it."""
    quoted, bare = value["quoted"], value["bare"]
    if quoted is not None:
        is_sentence = any(char.isspace() for char in quoted)
        return not is_sentence or not _SPACED.isdisjoint(redact_names.words(name))
    word = bare.rstrip(".?:" if "=" in value[0] else ".!?:")
    if value["space"] is not None or not _IDENTIFIER.fullmatch(word):
        return True
    follows = value.string[value.end() : value.end() + 1]
    if follows and follows in ",)=":
        # An argument: a variable of the user, unless no one would name it so.
        return len(word) >= _NAMES_A_VALUE and redact_names.is_key(word)
    is_password = redact_names.promise(name) == "password" or name.lower() in _BRIEF
    # `password=swordfish` of a file, not `password = ask` or `password: str`.
    is_file = "=" in value[0] and not value["gap"] and redact_names.is_plain_word(word)
    if is_password and bare.endswith("!") and redact_names.is_odd(word):
        return True
    if word.isalpha() or (is_password and is_file and word.isalnum()):
        return is_file
    is_long = is_password or len(word) >= _NAMES_A_VALUE
    return is_long and redact_names.is_key(word)


# Prose.

_TOLD = re.compile(
    r"\b(?:(?:api|access|auth|secret)[ _-]?(?:key|token)|token)"
    r"(?:\s(?:is|was|of))?:?\s{1,2}[\"'`]?([\w+/=.~-]{12,400})",
    re.IGNORECASE,
)
_LONG_WORD = 12  # characters of the shortest key that prose may tell


def told(text: str) -> Iterator[Found]:
    """Find the keys that a sentence tells: `using api key 4f7a…`."""
    if not has_hint(text):
        return
    for found in _TOLD.finditer(text):
        key = found[1].rstrip(".")
        if len(key) >= _LONG_WORD and redact_names.is_key(key):
            yield found.start(1), found.start(1) + len(key), "", "token"


# Formats.

_SLOT = re.compile(r"""["']?\s?[=:]\s?["']?(?:%[sr]|\{(?:![rs])?\})""")
_ANY_SLOT = re.compile(r"%[-+#0-9.]*[a-z]|\{[^{}\n]{0,40}\}")
_CLOSE = re.compile(r"""[^"'\n\\]{0,300}(["'])\s{0,4}(?:,|%|\.format\()\s{0,4}\(?""")
_ARGUMENT = re.compile(
    r"""\s{0,4}(?:[bru]?(["'])(?P<text>[^"'\n\\]{0,400})\1|[\w.]{1,80})\s{0,4},?"""
)
_ARGUMENTS = 8  # of a format that are looked at


def formatted(text: str) -> Iterator[Found]:
    """Find literals put into a format behind a name: `"token=%s", "4f7a…"`."""
    if "%" not in text and "{" not in text:
        return
    for word in _hinted(text):
        slot = _SLOT.match(text, word.end())
        close = _CLOSE.match(text, slot.end()) if slot is not None else None
        promised = redact_names.promise(_whole_name(text, word)) if close else ""
        if close is None or not promised:
            continue
        start = text.rfind(close[1], max(0, word.start() - 300), word.start()) + 1
        place = len(_ANY_SLOT.findall(text, max(start, 0), word.start()))
        found = _argument(text, close.end(), place)
        if found is not None and redact_names.fulfils(promised, found["text"]):
            yield *found.span("text"), _whole_name(text, word), promised


def _argument(text: str, at: int, place: int) -> re.Match[str] | None:
    """Give the argument at *place*, counted from *at*, if it is a literal."""
    for number in range(min(place, _ARGUMENTS) + 1):
        found = _ARGUMENT.match(text, at)
        if found is None:
            return None
        if number == place:
            return found if found["text"] else None
        at = found.end()
    return None
