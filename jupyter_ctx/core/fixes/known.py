"""The table of well-known names, distributions and moves."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, str]]:
    # Read with the first error that asks for it.
    import tomllib  # noqa: PLC0415
    from importlib import resources  # noqa: PLC0415

    text = resources.files(__package__).joinpath("known.toml")
    return tomllib.loads(text.read_text(encoding="utf-8"))


def import_of(name: str) -> str:
    """Give the statement that binds the well-known *name*, or an empty string."""
    return _tables()["imports"].get(name, "")


def usual(name: str) -> str:
    """Give the import of a plain word as it is usually meant, or an empty string."""
    for module, members in _tables()["usual"].items():
        if name in members.split():
            return f"from {module} import {name}"
    return ""


def alias(name: str) -> str:
    """Give the import that the short *name* of a module stands for, or nothing."""
    return _tables()["aliases"].get(name, "")


def owners(name: str) -> tuple[str, ...]:
    """Name the modules that have the member *name*, which people leave out."""
    owned = _tables()["owned"].items()
    return tuple(module for module, members in owned if name in members.split())


def keywords(function: str) -> tuple[str, ...]:
    """List the arguments of a built-in *function*, or well-known ones."""
    table = _tables()["keywords"]
    return tuple(table.get(function, table["names"]).split())


def styles() -> tuple[str, ...]:
    """List the styles of matplotlib."""
    return tuple(_tables()["styles"]["names"].split())


def distribution(module: str) -> str:
    """Name the distribution that brings the top module *module*."""
    return _tables()["distributions"].get(module, module)


def is_known_module(module: str) -> bool:
    """Tell whether the table knows *module* by name or by its distribution."""
    tables = _tables()
    tops = {line.split()[1].partition(".")[0] for line in tables["imports"].values()}
    return module in tables["distributions"] or module in tops


def moved(module: str) -> str:
    """Say where *module* has gone, or nothing."""
    return _tables()["moved"].get(module, "")


def new_home(module: str, member: str) -> str:
    """Name the module that has *member* of *module* now, or nothing."""
    return _tables()["members"].get(f"{module}.{member}", "")


def successor(owner: str, attribute: str) -> str:
    """Give what does today what *attribute* did; after `=` a whole expression."""
    return _tables()["attributes"].get(f"{owner}.{attribute}", "")


def argument(function: str, name: str, value: str) -> str:
    """Give what does today what the argument did; after a dot another method.

    Ending in `=` it is another name for the argument, else the whole argument.
    """
    table = _tables()["arguments"]
    return table.get(f"{function}.{name}={value}", table.get(f"{function}.{name}", ""))


def option(wrong: str) -> tuple[str, ...]:
    """Give the values that are called otherwise; after `=` an expression."""
    return tuple(_tables()["renamed_options"].get(wrong, "").split())


def refused() -> frozenset[str]:
    """List the values that functions refuse, and that are known under another name."""
    return frozenset(_tables()["renamed_options"])


def options() -> tuple[str, ...]:
    """List well-known values of arguments whose errors do not list them."""
    return tuple(_tables()["options"]["names"].split())


def modules() -> tuple[str, ...]:
    """List well-known third-party modules."""
    tables = _tables()
    tops = {line.split()[1].partition(".")[0] for line in tables["imports"].values()}
    return tuple(sorted(top for top in tops | set(tables["distributions"]) if top))
