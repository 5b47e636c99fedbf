"""The masker: replaces secrets by `<masked name=API_KEY rule=openai-key>`.

It runs on everything that leaves the kernel, so ordinary text must cost little: a
rule is only searched where one of its hints stands, and no rule backtracks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from jupyter_ctx.core.secrets import (
    redact_assigned,
    redact_environ,
    redact_names,
    redact_tables,
)

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
    """Masks texts and values; the same text gives the same result.

    That holds as long as *environ* does, whose secrets are looked for everywhere; a
    value that was secret once stays so. Masking a masked text changes nothing. Rules
    are loaded with the first text.
    """

    def __init__(self, environ: Mapping[str, str], extra: tuple[Rule, ...]) -> None:
        self._extra = extra
        self._environ = environ
        self._told: dict[str, str] = {}  # by variables with a secret-like name
        self._size = -1  # of the environment when it was read
        self._known: tuple[redact_environ.Known, ...] = ()
        self._read()

    def secrets(self) -> dict[str, str]:
        """Read the environment anew and give its secrets, each with its mask.

        A variable that is added, or a secret one that changes, is seen without it.
        """
        self._read()
        return {
            value: placeholder("environment", name) for value, name, _ in self._known
        }

    def mask(self, text: str) -> str:
        """Replace every secret in *text*."""
        self._look_again()
        return _stable(text, self._all)

    def mask_value(self, name: str, value: str) -> str:
        """Replace secrets in the text *value* of what is called *name*.

        A name such as `db_password` makes a secret of the whole value.
        """
        self._look_again()
        found = redact_names.promise(name)
        bare = value.strip().strip("'\"")
        if PLACEHOLDER.search(value) or not redact_names.fulfils(found, bare):
            return self.mask(value)
        rule = self._rule_of(bare) or f"named-{redact_names.kind(found)}"
        return placeholder(rule, name)

    def _look_again(self) -> None:
        # A cell may set a variable at any time, and each text comes by here.
        get, told = self._environ.get, self._told
        is_same = len(self._environ) == self._size
        if not is_same or any(get(name) != told[name] for name in told):
            self._read()

    def _read(self) -> None:
        self._size = len(self._environ)
        told = redact_environ.promising(self._environ)
        if told != self._told:
            self._told = told
            self._known = redact_environ.known(told, self._known)

    def _rule_of(self, value: str) -> str:
        """Name the rule whose key is in *value*, or nothing."""
        for rule, pattern in _searched(value, self._rules()):
            if pattern.search(value):
                return rule.name
        return ""

    def _rules(self) -> tuple[tuple[Rule, re.Pattern[str]], ...]:
        return _compiled(self._extra) + _compiled(None)

    def _all(self, text: str) -> Iterator[Iterator[Span]]:
        # Assignments come before shapes, because they can name the secret.
        yield from (_exact(text, *known) for known in self._known if known[0] in text)
        yield self._assigned(text)
        yield _beside(text)
        yield _tabled(text)
        for rule, pattern in _searched(text, self._rules()):
            yield _shaped(text, rule, pattern)
        yield _drawn(text)

    def _assigned(self, text: str) -> Iterator[Span]:
        end = 0
        for name, value in redact_assigned.assignments(text):
            group = "bare" if value["quoted"] is None else "quoted"
            secret, found = value[group], redact_names.promise(name)
            if value.start() < end or not redact_names.fulfils(found, secret):
                continue
            # A rule may ask for the name as well, as in `AccountKey=…`.
            rule = self._rule_of(secret) or self._rule_of(name + value[0])
            if rule or redact_assigned.is_whole(name, value):
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
    holds = text.__contains__  # by `map`: every text that is sent comes by here
    for rule, pattern in rules:
        if not rule.hints or any(map(holds, rule.hints)):
            yield rule, pattern


def _exact(
    text: str, value: str, name: str, pattern: re.Pattern[str]
) -> Iterator[Span]:
    del value
    stand_in = placeholder("environment", name)
    return ((*found.span(), stand_in) for found in pattern.finditer(text))


def _shaped(text: str, rule: Rule, pattern: re.Pattern[str]) -> Iterator[Span]:
    group = min(1, pattern.groups)
    for found in pattern.finditer(text):
        yield *found.span(group), placeholder(rule.name)


# What is beside a name.


def _tabled(text: str) -> Iterator[Span]:
    """Find secrets below the heading of a printed table."""
    if redact_assigned.has_hint(text):
        for start, end, name, found in redact_tables.secrets(text):
            yield start, end, placeholder(f"column-{redact_names.kind(found)}", name)


def _beside(text: str) -> Iterator[Span]:
    """Find secrets that a name beside them betrays, but for plain assignments."""
    for find in (redact_assigned.listed, redact_assigned.formatted):
        for start, end, name, found in find(text):
            rule = f"assigned-{redact_names.kind(found)}"
            yield start, end, placeholder(rule, name)
    for start, end, name, found in redact_assigned.told(text):
        yield start, end, placeholder(f"told-{redact_names.kind(found)}", name)


# Random strings.

_INTEGRITY = re.compile(r"sha(?:256|384|512)-")  # a hash that a page publishes
_QUOTED = re.compile(r"""(?<=["'])[A-Za-z0-9+/=_-]{24,100}(?=["'])""")


def _drawn(text: str) -> Iterator[Span]:
    """Find whole string literals that were drawn at random."""
    for found in _QUOTED.finditer(text):
        if not _INTEGRITY.match(found[0]) and redact_names.is_random(found[0]):
            yield *found.span(), placeholder("high-entropy")
