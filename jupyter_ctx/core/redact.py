"""The masker: replaces secrets by `<masked name=API_KEY rule=openai-key>`.

It runs on everything that leaves the kernel, so ordinary text must cost little: a
rule is only searched where one of its hints stands, and no rule backtracks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from jupyter_ctx.core import redact_names, redact_tables

EMBEDDED = 12  # characters from which an environment value is found inside a word
REACH = 60  # characters of a name to the left of the word that makes it secret

PLACEHOLDER = re.compile(r"<masked (?:name=[\w.-]+ )?rule=[\w-]+>")
"""What stands in place of a secret."""

Span = tuple[int, int, str]
"""Start and end of a secret in a text, and what is put in its place."""


class Rule(msgspec.Struct, frozen=True):
    """The shape of one kind of key.

    Group 1 of *pattern*, if there is one, is the secret. Texts without any of
    *hints* are not searched.
    """

    name: str
    pattern: str
    hints: tuple[str, ...] = ()


class Masker:
    """Masks texts and values; the same text always gives the same result.

    Masking a masked text changes nothing. Rules are loaded with the first text.
    """

    def __init__(self, environ: Mapping[str, str], extra: tuple[Rule, ...]) -> None:
        self._extra = extra
        self._known = _environment(environ)

    def mask(self, text: str) -> str:
        """Replace every secret in *text*."""
        return _stable(text, self._all)

    def mask_known(self, text: str) -> str:
        """Replace values of the environment and known key shapes, nothing else.

        For text that must not change otherwise, as the prompt of the user.
        """
        return _stable(text, self._certain)

    def mask_value(self, name: str, value: str) -> str:
        """Replace secrets in the text *value* of what is called *name*.

        A name such as `db_password` makes a secret of the whole value.
        """
        found = redact_names.promise(name)
        bare = value.strip().strip("'\"")
        if PLACEHOLDER.search(value) or not redact_names.fulfils(found, bare):
            return self.mask(value)
        rule = self._rule_of(bare) or f"named-{redact_names.kind(found)}"
        return placeholder(rule, name)

    def _rule_of(self, value: str) -> str:
        """Name the rule whose key is in *value*, or nothing."""
        for rule, pattern in _searched(value, self._rules()):
            if pattern.search(value):
                return rule.name
        return ""

    def _rules(self) -> tuple[tuple[Rule, re.Pattern[str]], ...]:
        return _compiled(self._extra) + _compiled(None)

    def _certain(self, text: str) -> Iterator[Iterator[Span]]:
        yield from (_exact(text, *known) for known in self._known if known[0] in text)
        for rule, pattern in _searched(text, self._rules()):
            yield _shaped(text, rule, pattern)

    def _all(self, text: str) -> Iterator[Iterator[Span]]:
        # Assignments come before shapes, because they can name the secret.
        yield from (_exact(text, *known) for known in self._known if known[0] in text)
        yield self._assigned(text)
        yield _listed(text)
        yield _tabled(text)
        for rule, pattern in _searched(text, self._rules()):
            yield _shaped(text, rule, pattern)
        yield _drawn(text)

    def _assigned(self, text: str) -> Iterator[Span]:
        end = 0
        for name, value in _assignments(text):
            group = "bare" if value["quoted"] is None else "quoted"
            secret, found = value[group], redact_names.promise(name)
            if value.start() < end or not redact_names.fulfils(found, secret):
                continue
            # A rule may ask for the name as well, as in `AccountKey=…`.
            rule = self._rule_of(secret) or self._rule_of(name + value[0])
            if rule or _is_whole(name, value):
                end = value.end()
                yield (
                    *value.span(group),
                    placeholder(rule or f"assigned-{redact_names.kind(found)}", name),
                )


def masker(environ: Mapping[str, str], extra_rules: Iterable[Rule] = ()) -> Masker:
    """Make a masker for the values in *environ* with secret-like names.

    *extra_rules* are searched before those of the package.
    """
    return Masker(environ, tuple(extra_rules))


def placeholder(rule: str, name: str = "") -> str:
    """Write what stands in place of a secret; an unusual *name* is left out."""
    is_plain = re.fullmatch(r"[\w.-]{1,80}", name)
    return f"<masked name={name} rule={rule}>" if is_plain else f"<masked rule={rule}>"


# Texts.


def _stable(text: str, search: Callable[[str], Iterator[Iterator[Span]]]) -> str:
    """Mask the parts of *text* between placeholders until nothing more is found.

    What remains was searched alone, exactly as a second masking would.
    """
    done: list[str] = []
    waiting = _parted(text)
    while waiting:
        part = waiting.pop()
        if part.startswith("<masked ") and PLACEHOLDER.fullmatch(part):
            done.append(part)
            continue
        pieces = _replaced(part, search)
        if len(pieces) == 1:
            done.append(part)
        else:
            waiting.extend(reversed(pieces))
    return "".join(done)


def _parted(text: str) -> list[str]:
    """Part *text* at its placeholders, last part first."""
    if "<masked " not in text:
        return [text]
    parts: list[str] = []
    end = 0
    for found in PLACEHOLDER.finditer(text):
        parts += [text[end : found.start()], found[0]]
        end = found.end()
    return [*parts, text[end:]][::-1]


def _replaced(
    text: str, search: Callable[[str], Iterator[Iterator[Span]]]
) -> list[str]:
    """Give *text* in pieces: plain, placeholder, plain …; the earlier rule wins."""
    taken: list[Span] = []
    for spans in search(text):
        new = [span for span in spans if span[0] < span[1]]
        if new:
            taken = _merged(taken, new)
    pieces: list[str] = []
    end = 0
    for start, stop, stand_in in taken:
        pieces += [text[end:start], stand_in]
        end = stop
    return [*pieces, text[end:]]


def _merged(taken: list[Span], new: list[Span]) -> list[Span]:
    """Add the *new* spans that meet no taken one, in the order of the text."""
    merged: list[Span] = []
    at = 0
    for span in sorted(new):
        while at < len(taken) and taken[at][0] < span[1]:
            merged.append(taken[at])
            at += 1
        if not merged or merged[-1][1] <= span[0]:
            merged.append(span)
    return merged + taken[at:]


# Rules.


@lru_cache(maxsize=8)
def _compiled(
    extra: tuple[Rule, ...] | None,
) -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    rules = _packaged() if extra is None else extra
    return tuple((rule, re.compile(rule.pattern)) for rule in rules)


def _packaged() -> tuple[Rule, ...]:
    # Read with the first text: most kernels start without a question.
    import tomllib  # noqa: PLC0415
    from importlib import resources  # noqa: PLC0415

    text = resources.files(__package__).joinpath("redact_rules.toml")
    table = tomllib.loads(text.read_text(encoding="utf-8"))
    return tuple(
        Rule(entry["name"], entry["pattern"], tuple(entry["hints"]))
        for entry in table["rule"]
    )


def _searched(
    text: str, rules: tuple[tuple[Rule, re.Pattern[str]], ...]
) -> Iterator[tuple[Rule, re.Pattern[str]]]:
    for rule, pattern in rules:
        if not rule.hints or any(hint in text for hint in rule.hints):
            yield rule, pattern


def _shaped(text: str, rule: Rule, pattern: re.Pattern[str]) -> Iterator[Span]:
    group = min(1, pattern.groups)
    for found in pattern.finditer(text):
        yield *found.span(group), placeholder(rule.name)


# The environment.

_Known = tuple[str, str, re.Pattern[str]]


def _environment(environ: Mapping[str, str]) -> tuple[_Known, ...]:
    """List the secret values with name and pattern, the longest first."""
    found: dict[str, _Known] = {}
    for name, value in sorted(environ.items()):
        if redact_names.is_secret_variable(name, value):
            for spelled in _spellings(value):
                found.setdefault(spelled, (spelled, name, _bounded(spelled)))
    return tuple(found[key] for key in sorted(found, key=lambda k: (-len(k), k)))


def _spellings(value: str) -> set[str]:
    """Give *value* as it stands in text, in Python, in JSON and in a URL."""
    if value.isalnum():
        return {value}
    from json import dumps  # noqa: PLC0415 - few values need it
    from urllib.parse import quote, quote_plus  # noqa: PLC0415

    json = dumps(value)[1:-1]
    return {value, repr(value)[1:-1], json, quote(value, safe=""), quote_plus(value)}


def _bounded(value: str) -> re.Pattern[str]:
    # A short value may also be a part of an ordinary word.
    if len(value) >= EMBEDDED and not value.isalpha():
        return re.compile(re.escape(value))
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])")


def _exact(
    text: str, value: str, name: str, pattern: re.Pattern[str]
) -> Iterator[Span]:
    del value
    stand_in = placeholder("environment", name)
    return ((*found.span(), stand_in) for found in pattern.finditer(text))


# Assignments.

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
_OPTION = re.compile(r"(?:--|%(?:set_)?env\s{1,4}|machine [^\n]{0,60} )[\w-]*\Z")
_BRIEF = ("pass", "pw")  # names that mean a password before a value made of signs
_SPACED = frozenset(("passphrase", "mnemonic"))  # whose secret may be a sentence
_IDENTIFIER = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_NAMES_A_VALUE = 12  # characters from which a bare word is no variable of the user


def _assignments(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Find the names that may promise a secret, with the match of the value."""
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS):
        return
    for word in _WORD.finditer(text):
        value = _VALUE.match(text, word.end())
        if value is None:
            continue
        before = text[max(0, word.start() - REACH) : word.start()]
        left = _NAME.search(before)
        if value["space"] is None or _OPTION.search(before):
            yield ((left[0] if left else "") + word[0]).strip("-"), value


_LIST = re.compile(
    r"""\\?["']?\]?\s{0,4}[:=]\s{0,4}[\[(]\s{0,8}([^\[\](){}]{3,2000})[\])]"""
)
_ELEMENT = re.compile(r"""(["'])([^"'\n\\]{4,400})\1""")
_ITEMS = re.compile(
    r"s?:[ \t]{0,4}\n((?:[ \t]{0,20}-[ \t]{1,4}[^\s<>]{4,400}\n?){1,50})"
)
_ITEM = re.compile(r"""-[ \t]{1,4}(["']?)([^\s"']{4,400})\1""")


def _listed(text: str) -> Iterator[Span]:
    """Find secrets in a list behind a name: `{"password": ["a", "b"]}`, or YAML."""
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS):
        return
    for word in _WORD.finditer(text):
        values, element = _LIST.match(text, word.end()), _ELEMENT
        if values is None:
            values, element = _ITEMS.match(text, word.end()), _ITEM
        if values is None:
            continue
        left = _NAME.search(text[max(0, word.start() - REACH) : word.start()])
        name = ((left[0] if left else "") + word[0]).strip("-")
        found = redact_names.promise(name) or redact_names.promise(name.rstrip("s"))
        for one in element.finditer(text, *values.span(1)):
            if redact_names.fulfils(found, one[2]):
                rule = f"assigned-{redact_names.kind(found)}"
                yield *one.span(2), placeholder(rule, name)


def _tabled(text: str) -> Iterator[Span]:
    """Find secrets below the heading of a printed table."""
    lower = text.lower()
    if any(hint in lower for hint in _HINTS):
        for start, end, name, found in redact_tables.secrets(text):
            yield start, end, placeholder(f"column-{redact_names.kind(found)}", name)


def _is_whole(name: str, value: re.Match[str]) -> bool:
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
    if word.isalpha() or (is_password and is_file and word.isalnum()):
        return is_file
    is_long = is_password or len(word) >= _NAMES_A_VALUE
    return is_long and redact_names.is_key(word)


# Random strings.

_QUOTED = re.compile(r"""(?<=["'])[A-Za-z0-9+/=_-]{24,100}(?=["'])""")


def _drawn(text: str) -> Iterator[Span]:
    """Find whole string literals that were drawn at random."""
    for found in _QUOTED.finditer(text):
        if redact_names.is_random(found[0]):
            yield *found.span(), placeholder("high-entropy")
