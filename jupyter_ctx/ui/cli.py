"""The command line: `jupyter ctx model | key | doctor | render | bench`."""

from __future__ import annotations

import argparse
import getpass
import importlib
import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Sequence

from jupyter_ctx.errors import CtxError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, or 1 after an error that was told."""
    parser = _parser()
    given, rest = parser.parse_known_args(arguments)
    if rest and given.command != "bench":
        parser.error(f"unknown argument: {' '.join(rest)}")
    try:
        return _COMMANDS[given.command](given, rest)
    except CtxError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; run the command again to go on.", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="jupyter ctx", description="The notebook assistant's own commands."
    )
    parser.add_argument(
        "--version", action="version", version=importlib.metadata.version("jupyter_ctx")
    )
    commands = parser.add_subparsers(dest="command", required=True)
    model = commands.add_parser("model", help="the small offline models")
    verbs = model.add_subparsers(dest="verb", required=True)
    install = verbs.add_parser("install", help="download and check a model")
    install.add_argument("what", nargs="?", default="0.5b", help="name or GGUF file")
    verbs.add_parser("list", help="what is installed, what can be")
    removed = verbs.add_parser("remove", help="delete an installed model")
    removed.add_argument("what")
    key = commands.add_parser("key", help="API keys, in a file only you can read")
    verbs = key.add_subparsers(dest="verb", required=True)
    for verb in ("set", "remove"):
        one = verbs.add_parser(verb)
        who = "openai, anthropic, ..., or the host of your own server"
        one.add_argument("provider", help=who)
    verbs.add_parser("list", help="whose keys are stored; never the keys")
    commands.add_parser("doctor", help="find out what does not work, and why")
    commands.add_parser(
        "bench", help="measure the context, or `overhead`", add_help=False
    )
    render = commands.add_parser("render", help="the context of a notebook")
    render.add_argument("notebook", metavar="NOTEBOOK")
    place = "the newest cell: its id, or its number from 1, text cells included"
    render.add_argument("--cell", metavar="ID|N", default="", help=place)
    room = "most tokens, of the context for `text`, else of the request; default 4000"
    render.add_argument("--budget", metavar="N", type=_tokens, default=4_000, help=room)
    render.add_argument("--prompt", metavar="TEXT", default="", help="what is asked")
    whose = "whose tokens are counted; default those of gpt-4o"
    render.add_argument("--model", metavar="M", default="", help=whose)
    run = "run its cells in a fresh kernel first, for live facts"
    render.add_argument("--execute", action="store_true", help=run)
    forms = ("text", "json", "messages")
    which = "the context alone, all with its items, or the messages as sent"
    render.add_argument("--format", choices=forms, default="text", help=which)
    return parser


def _tokens(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        msg = f"{text} is no number of tokens; give one such as 2000"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _model(given: argparse.Namespace, _: list[str]) -> int:
    # Only this command needs the installer.
    from jupyter_ctx.gateway import install, local, weights  # noqa: PLC0415

    if given.verb == "install":
        install.install(given.what, _say)
        if install.engine_missing():
            _say(
                "The engine is missing: pip install 'jupyter_ctx[local]' in the "
                "kernel's environment."
            )
    elif given.verb == "remove":
        install.remove(given.what)
        _say(f"{given.what} is removed.")
    else:
        there = local.installed()
        for one in weights.CATALOGUE:
            state = "installed" if one.name in there else "can be installed"
            _say(f"{one.name:6} {one.size / 1e6:7,.0f} MB  {state:17} {one.title}")
        for name in there:
            if name not in local.names():
                _say(f"{name:6} your own file")
    return 0


def _key(given: argparse.Namespace, _: list[str]) -> int:
    from jupyter_ctx.gateway import keys  # noqa: PLC0415 - as above

    if given.verb == "list":
        for provider in sorted(keys.stored()):
            _say(provider)
        _say(f"({keys.keys_file()})")
    elif given.verb == "remove":
        keys.save(given.provider, None)
        _say(f"The key of {given.provider} is removed.")
    else:
        keys.save(given.provider, _read_key(given.provider))
        _say(f"The key of {given.provider} is saved in {keys.keys_file()}.")
    return 0


def _read_key(provider: str) -> str:
    if sys.stdin.isatty():
        key = getpass.getpass(f"Key for {provider} (not shown): ")
    else:
        key = sys.stdin.readline()
    if not key.strip():
        msg = "No key was given; nothing is changed."
        raise CtxError(msg)
    return key.strip()


def _doctor(_: argparse.Namespace, __: list[str]) -> int:
    from jupyter_ctx.ui.doctor import examine, lines  # noqa: PLC0415 - as above
    from jupyter_ctx.ui.models import ModelChoice  # noqa: PLC0415
    from jupyter_ctx.ui.settings import JupyterCtx  # noqa: PLC0415

    # There is no shell, so no traitlets; the file with profiles counts.
    config = JupyterCtx()
    decide = ModelChoice(lambda: config, os.environ).profile
    checks = list(examine(decide=decide))
    for line in lines(checks):
        _say(line)
    return 0 if all(check.ok for check in checks) else 1


def _render(given: argparse.Namespace, _: list[str]) -> int:
    from jupyter_ctx.ui.rendering import Job, rendered  # noqa: PLC0415 - as above

    job = Job(
        notebook=given.notebook,
        cell=given.cell,
        budget=given.budget,
        prompt=given.prompt,
        model=given.model,
        execute=given.execute,
        form=given.format,
    )
    _say(rendered(job))
    return 0


def _bench(_: argparse.Namespace, rest: list[str]) -> int:
    name, arguments = _which_bench(rest)
    # Benchmarks measure what others import; nothing else loads them.
    known = importlib.util.find_spec("jupyter_ctx.bench")
    room = f"jupyter_ctx.bench.{name}"
    if known is None or not name.isidentifier() or not importlib.util.find_spec(room):
        msg = f"There is no benchmark {name} here. Try `context` or `overhead`."
        raise CtxError(msg)
    return int(importlib.import_module(room).main(arguments) or 0)


def _which_bench(rest: list[str]) -> tuple[str, list[str]]:
    """Tell the benchmark: one word or option names it, else it is the context's."""
    if rest and rest[0][:1] != "-":
        return rest[0], rest[1:]
    found = {word.partition("=")[0] for word in rest}
    named = [name for option, name in _MODEL_BENCHES.items() if option in found]
    return named[0] if named else "context", rest


def _say(line: str) -> None:
    print(line, flush=True)


_MODEL_BENCHES = {"--tasks": "tasks", "--nll": "nll"}

_COMMANDS = {
    "model": _model,
    "key": _key,
    "doctor": _doctor,
    "render": _render,
    "bench": _bench,
}

if __name__ == "__main__":
    sys.exit(main())
