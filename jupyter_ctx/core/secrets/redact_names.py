"""Which names promise a secret, and which values can be one."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

SHORTEST = 6  # characters of a value that is looked for everywhere
SHORTEST_PASSWORD = 4  # characters, where a name says that it is one
KEY_LENGTH = 8  # characters of the shortest key or token
LONGEST = 4_000  # characters; no name makes a whole document a secret

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
# fmt: off
PASSWORDS = frozenset((
    "password", "passwd", "passwort", "pwd", "passphrase", "passcode", "secret",
    "mnemonic", "userpass", "dbpass", "pgpassword", "mypass", "kennwort", "senha",
    "wachtwoord", "contrasena", "motdepasse", "parola",
))
TOKENS = frozenset((
    "token", "apikey", "authtoken", "accesstoken", "apitoken", "credential",
    "credentials", "pat", "bearer", "secretkey", "privatekey", "accesskey",
))
# Names that say outright that the value is the key to something.
TELLING = frozenset((
    "apikey", "authtoken", "accesstoken", "apitoken", "secretkey", "privatekey",
    "accesskey", "clientsecret",
))
# What `pass` and `pw` belong to where they mean a password; not so `low_pass`.
_GUARDED = frozenset((
    "db", "database", "sql", "mysql", "postgres", "pg", "mongo", "redis", "rabbit",
    "user", "admin", "root", "login", "account", "smtp", "mail", "email", "imap",
    "ftp", "sftp", "ssh", "ldap", "proxy", "http", "basic", "auth", "wifi", "server",
    "host", "app", "api", "service", "key", "keystore", "cert", "my", "jdbc", "odbc",
    "snowflake", "oracle", "kafka", "elastic", "jenkins", "docker", "registry",
))
_KEYS = frozenset(("key", "auth", "pass", "pw", "salt", "cookie", "authorization"))
# What a name ends with if it only speaks about a secret.
_ABOUT = frozenset((
    "name", "names", "path", "file", "filename", "url", "uri", "id", "ids", "type",
    "limit", "length", "len", "count", "ttl", "field", "column", "col", "label",
    "hint", "help", "text", "error", "policy", "size", "index", "idx", "dir",
    "prefix", "suffix", "mode", "format", "regex", "pattern", "min", "max", "class",
    "form", "widget", "input", "sock", "version", "usage", "status", "expiry", "env",
    "provider", "endpoint", "func", "function", "manager", "store", "cls",
))
# Keys and tokens of data structures and language models.
_HARMLESS = frozenset((
    "primary", "foreign", "sort", "partition", "group", "join", "merge", "row",
    "dict", "index", "public", "routing", "object", "pad", "eos", "bos", "sep", "mask",
    "unk", "cls", "special", "start", "end", "next", "answer", "ssh", "hot", "arrow",
    "cache", "foreign", "plot", "legend", "low", "high", "band", "by",
))
_TRIVIAL = frozenset((
    "password", "passwort", "passwd", "secret", "token", "apikey", "none", "null",
    "true", "false", "default", "required", "optional", "changeme", "postgres",
    "localhost", "example", "public", "private", "string", "unknown", "disabled",
    "enabled", "undefined", "hidden", "username", "xxxx", "test", "text", "user",
    "str", "admin", "abcdef", "bearer", "basic", "oauth", "invalid", "missing",
))
# fmt: on

_STAND_IN = re.compile(
    r"<[^>]*>|\$?\{[^}]*\}|\$\w+|%\w+%?|\*+|x+|\.+|-+|_+|\[[^\]]*\]|%\(?\w*\)?s"
    r"|(?:your|my|the|enter|insert|replace|some)[-_ ].*"
    r"|.*(?:key|token|secret|password|passwd|value|it)[-_ ]here",
    re.IGNORECASE,
)
_PATH = re.compile(r"(?:~?/|\.{1,2}/|[A-Za-z]:\\).*|.*\.(?:json|txt|pem|ya?ml|csv|py)")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
_NUMBERED_WORD = re.compile(r"[A-Za-z]+\d{1,4}|\d{1,4}[A-Za-z]{1,2}|\d+")
_NAMED = re.compile(r"[^\W\d_]?[a-z]*(?:[A-Z][a-z]+)*|[A-Z]+")
_MIXED = re.compile(r"[A-Za-z0-9]+")


def words(name: str) -> tuple[str, ...]:
    """Split `dbPassword`, `DB_PASSWORD` or `db-password` into lower-case words."""
    return tuple(word.lower() for word in _WORDS.findall(name))


def promise(name: str) -> str:
    """Say what *name* promises: `password`, `named`, `brief`, `token`, `key` or ''.

    A password is a secret whatever it looks like, an API key by name (or what is
    called `pass`) as soon as it holds a digit; a token or key only if it looks made
    by a machine, because keys and tokens are also everyday data.
    """
    parts = words(name.replace("ñ", "n"))
    if not parts or parts[-1] in _ABOUT:
        return ""
    is_told = "".join(parts) in PASSWORDS
    if is_told or any(part in PASSWORDS for part in parts) or _is_guarded(parts):
        return "password"
    joined = {"".join(pair) for pair in pairwise(parts)}
    if _HARMLESS.isdisjoint(parts) and (joined | set(parts)) & TELLING:
        return "named"
    if _HARMLESS.isdisjoint(parts) and (joined | set(parts)) & TOKENS:
        return "token"
    is_key = len(parts) > 1 and parts[-1] in _KEYS and _HARMLESS.isdisjoint(parts)
    if parts in (("pass",), ("pw",)):
        return "brief"
    return "key" if is_key else ""


def is_login(name: str) -> bool:
    """Tell whether a pair of this *name* is a user and a password, as `auth`."""
    return words(name)[-1:] in (("auth",), ("credentials",))


def _is_guarded(parts: tuple[str, ...]) -> bool:
    is_short = len(parts) > 1 and parts[-1] in ("pass", "pw")
    return is_short and parts[-2] in _GUARDED


def kind(promised: str) -> str:
    """Name the rule of a promise for people: an API key counts as a token."""
    return {"named": "token", "brief": "password"}.get(promised, promised)


def fulfils(promised: str, value: str) -> bool:
    """Tell whether *value* can be the secret that a name has *promised*."""
    if not promised or len(value) > LONGEST or is_trivial(value):
        return False
    if promised == "password":
        return len(value) >= SHORTEST_PASSWORD
    if promised in ("named", "brief") and _is_named_key(value):
        return promised == "named" or not value.replace(".", "").isdigit()
    return is_key(value)


def _is_named_key(value: str) -> bool:
    is_one = len(value) >= KEY_LENGTH and not re.search(r"\s|://", value)
    return is_one and any(map(str.isdigit, value)) and not _DOTTED.fullmatch(value)


def is_secret_variable(name: str, value: str) -> bool:
    """Tell whether the environment variable *name* holds a secret.

    Its value is looked for everywhere, so a short or common one is not.
    """
    promised = promise(name)
    if len(value) < SHORTEST:
        return False
    if promised != "token" or len(value) < KEY_LENGTH or " " in value:
        return fulfils(promised, value)
    kinds = {"digit" if char.isdigit() else "other" for char in value}
    return len(kinds) > 1 and len(value) <= LONGEST and not is_trivial(value)


def is_trivial(value: str) -> bool:
    """Tell whether *value* is a word, a number or a stand-in, never a secret."""
    text = value.strip()
    if not text or text.lower() in _TRIVIAL or _STAND_IN.fullmatch(text):
        return True
    is_number = text.replace(".", "", 1).lstrip("+-").isdigit()
    if is_number and len(text) <= SHORTEST:
        return True
    return bool(_PATH.fullmatch(text)) or len(set(text)) <= 2  # noqa: PLR2004 - as `abab`


def is_key(value: str) -> bool:
    """Tell whether *value* looks made by a machine: letters and digits mixed."""
    if len(value) < KEY_LENGTH or re.search(r"\s", value) or "://" in value:
        return False
    if _DOTTED.fullmatch(value):
        return False
    runs = _MIXED.findall(value)
    if any(_is_mixed(run) for run in runs):
        return True
    long = max(map(len, runs), default=0)
    return long >= 2 * KEY_LENGTH and (
        value.isdigit() or (is_case_mixed(value) and entropy(value) > 3.5)  # noqa: PLR2004
    )


def is_plain_word(value: str) -> bool:
    """Tell whether *value* speaks of no secret, as the name of a variable would."""
    spoken = set(words(value))
    return spoken.isdisjoint(PASSWORDS | TOKENS | _KEYS)


def is_odd(word: str) -> bool:
    """Tell whether letters are written as in no word and no name: `winteR`."""
    return word.isalpha() and _NAMED.fullmatch(word) is None


def _is_mixed(run: str) -> bool:
    if len(run) < SHORTEST or _NUMBERED_WORD.fullmatch(run):
        return False
    return not run.isalpha() and not run.isdigit()


def is_case_mixed(value: str) -> bool:
    """Tell whether upper and lower case alternate more than in `CamelCase`."""
    letters = [char.isupper() for char in value if char.isalpha()]
    turns = sum(a != b for a, b in pairwise(letters))
    return turns > 0.4 * len(letters)


def entropy(text: str) -> float:
    """Give the bits a character by Shannon's formula."""
    size = len(text)
    shares = (count / size for count in Counter(text).values())
    return -sum(share * math.log2(share) for share in shares)


RANDOM_BITS = 3.9  # bits a character from which a long string may be random
TURNS = 0.38  # share of neighbours of different kinds; words have below 0.3


def is_random(text: str) -> bool:
    """Tell whether a long *text* of letters and digits was drawn at random.

    Hexadecimal text is not: hashes and ids are everywhere.
    """
    kinds = [_kind(char) for char in text if char.isalnum()]
    if not {"upper", "lower", "digit"} <= set(kinds):
        return False
    turns = sum(a != b for a, b in pairwise(kinds))
    return turns >= TURNS * len(kinds) and entropy(text) >= RANDOM_BITS


def _kind(char: str) -> str:
    if char.isdigit():
        return "digit"
    return "upper" if char.isupper() else "lower"
