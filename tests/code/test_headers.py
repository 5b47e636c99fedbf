"""Headers of definitions: all that a call needs, in one line."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.headers import Header, header

ORDER = '''@dataclass(frozen=True)
class Order(Base, metaclass=Meta):
    """An order."""

    id: int
    customer: str = "x"
    items: list[str] = field(default_factory=list)
    __slots__ = ()

    @property
    def total(self) -> float: ...

    @total.setter
    def total(self, value): ...

    async def load(self, path: str, *, tries: int = 3): ...

    @staticmethod
    def of(a, b=2): ...

    @classmethod
    def parse(cls, text): ...
'''


def test_a_class_is_told_by_its_fields_properties_and_calls():
    """A property is no method; calls are written as an instance makes them."""
    assert header(ORDER) == Header(
        "@dataclass(frozen=True)\nclass Order(Base, metaclass=Meta): id: int;"
        " customer: str = 'x'; items: list[str] = field(default_factory=list);",
        "properties total; methods async load(path, *, tries=3), of(a, b=2),"
        " parse(text)",
    )


@pytest.mark.parametrize(
    ("source", "opening", "members"),
    [
        (
            "class M:\n  def __init__(self, n: int, h=16, *, lr=.1, **kw): ...",
            "class M: def __init__(self, n: int, h=16, *, lr=0.1, **kw):",
            "",
        ),
        ("class E(Enum):\n  A = 1\n  B = 2", "class E(Enum): A = 1; B = 2;", ""),
        ("class A: pass", "class A:", ""),
        ("class A:\n  def m(this, /, a): ...", "class A:", "methods m(a)"),
        ("class A:\n  def m(*all): ...", "class A:", "methods m(*all)"),
        (
            "class A:\n  def m(self): ...\n  def m(self, a): ...",
            "class A:",
            "methods m(a)",
        ),
        ("  def f(\n    a: int = 3,\n    *, b): ...", "def f(a: int=3, *, b):", ""),
        ("async def f() -> int:\n  %time x", "async def f() -> int:", ""),
    ],
)
def test_headers_keep_defaults_stars_and_types(source, opening, members):
    """What a call can leave out, or must name, is told."""
    assert header(source) == Header(opening, members)


def test_the_fields_of_a_class_are_bounded():
    """Of hundreds of fields the rest is counted; one that is long ends in dots."""
    wide = "class A:\n" + "\n".join(f"    field_{n}: int = {n}" for n in range(500))
    long = f"class A:\n    text = {'x' * 500!r}"

    assert header(wide).opening.endswith("; field_5: int = 5; ... 494 more;")
    assert len(header(long).opening) < 75


@pytest.mark.parametrize("source", ["", "x = 1", "class A(", "def f(:\n  1"])
def test_what_is_no_definition_has_no_header(source):
    """Broken code is told by whoever asked."""
    assert header(source) is None


def test_a_default_too_deep_to_write_is_no_failure():
    """Python itself gives up on a sum of thousands."""
    assert header(f"def f(a={'+'.join('1' * 20_000)}): ...") is None
