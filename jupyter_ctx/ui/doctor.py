"""The doctor: which step between this kernel and the model does not work."""

from __future__ import annotations

import http.client
import importlib.metadata
import importlib.util
import json
import os
import socket
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec
from jupyter_core.paths import jupyter_data_dir

from jupyter_ctx.errors import CtxError
from jupyter_ctx.gateway import install, keys, local, named, trust
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.profiles import Settings, resolve
from jupyter_ctx.ui.models import OF_LAB, PICKED

TIMEOUT = 5.0  # seconds for each step over the network

_PACKAGES = ("ipykernel", "ipywidgets", "litellm", "tiktoken", "msgspec")


class Check(msgspec.Struct, frozen=True):
    """One step: whether it works, what was found, and what to do if not."""

    name: str
    ok: bool
    found: str
    next_step: str = ""


_WAY = ("settings", "model", "DNS", "connection", "TLS", "list of models")
"""The steps to a server; what fails ends the way."""

_Step = Callable[[Profile, SplitResult, Mapping[str, str]], Check]


def examine(
    settings: Settings | None = None,
    environ: Mapping[str, str] = os.environ,
    *,
    decide: Callable[[], Profile] | None = None,
) -> Iterator[Check]:
    """Check step by step; of the network, only the configured host is contacted.

    *decide* tells who answers, where more than settings and environment decides.
    """
    yield from _packages()
    yield _store(environ)
    try:
        profile = decide() if decide else resolve(settings or Settings(), environ)
    except CtxError as error:
        yield Check("settings", ok=False, found=str(error))
        return
    sizes = f"window {profile.window:,}, budget {profile.budget:,}"
    what = profile.model or "no model: quick fixes and facts only"
    yield Check("model", ok=True, found=f"{what} ({profile.origin}; {sizes})")
    if profile.is_embedded:
        yield _embedded(profile)
    elif profile.api_base:
        yield from _network(profile, environ)
    elif not profile.is_model_free:
        yield _key(profile, environ)


def skipped(last: Check | None) -> tuple[str, ...]:
    """Name the steps that were not come to, since the *last* one failed."""
    if last is None or last.ok or last.name not in _WAY:
        return ()
    left = _WAY[_WAY.index(last.name) + 1 :]
    return tuple(name for name in left if name != "TLS")


def lines(checks: Iterable[Check]) -> Iterator[str]:
    """Give the report, a line a step and its next step below it."""
    for check in checks:
        yield f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.found}"
        if not check.ok and check.next_step:
            yield f"     {check.next_step}"


def _packages() -> Iterator[Check]:
    for name in _PACKAGES:
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            step = f"Run `pip install {name}` in the kernel's environment."
            yield Check(f"package {name}", ok=False, found="missing", next_step=step)
        else:
            yield Check(f"package {name}", ok=True, found=version)


def _store(environ: Mapping[str, str]) -> Check:
    path = environ.get("JUPYTER_CTX_STORE")
    folder = Path(path).parent if path else Path(jupyter_data_dir()) / "jupyter_ctx"
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if os.access(there, os.W_OK):
        return Check("conversations", ok=True, found=str(folder))
    step = (
        "They are kept in memory only. Set JUPYTER_CTX_STORE to a file you can write."
    )
    return Check(
        "conversations", ok=False, found=f"{folder} is read-only", next_step=step
    )


def _embedded(profile: Profile) -> Check:
    if install.engine_missing():
        step = "Run `pip install 'jupyter_ctx[local]'` in the kernel's environment."
        return Check("embedded model", ok=False, found="no engine", next_step=step)
    path = local.model_path(profile.model)
    size = Path(path).stat().st_size / 1e6
    return Check("embedded model", ok=True, found=f"{size:,.0f} MB, {path}")


def _key(profile: Profile, environ: Mapping[str, str]) -> Check:
    try:
        key = named.key_for(profile, environ)
    except CtxError as error:  # the profile's own source holds none
        return Check("key", ok=False, found="none", next_step=str(error))
    provider = keys.provider_of(profile.model)
    if key:
        return Check("key", ok=True, found=f"there is one for {provider}")
    step = (
        f"Run `jupyter ctx key set {provider}`, or set "
        f"{keys.variables(provider)[0]} in the environment."
    )
    return Check("key", ok=False, found=f"none for {provider}", next_step=step)


def _network(profile: Profile, environ: Mapping[str, str]) -> Iterator[Check]:
    """Go to the configured host: proxy or name, connection, TLS, then its models."""
    if profile.key:
        held = _key(profile, environ)
        yield held
        if not held.ok:
            return
    url = urlsplit(profile.api_base or "")
    proxy = _proxy(url)
    if proxy:
        yield Check("proxy", ok=True, found=f"by way of {proxy}")
        steps: tuple[_Step, ...] = (_models,)
    elif url.scheme == "https":
        steps = (_dns, _tcp, _tls, _models)
    else:
        steps = (_dns, _tcp, _models)
    for step in steps:
        check = step(profile, url, environ)
        yield check
        if not check.ok:
            return


def _proxy(url: SplitResult) -> str:
    host = url.hostname or ""
    if urllib.request.proxy_bypass(host):
        return ""
    address = urllib.request.getproxies().get(url.scheme, "")
    # Its password is nobody's business.
    return urlsplit(address).hostname or "" if address else ""


def _port(url: SplitResult) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _dns(_: Profile, url: SplitResult, __: Mapping[str, str]) -> Check:
    host = url.hostname or ""
    try:
        found = socket.getaddrinfo(host, _port(url), type=socket.SOCK_STREAM)
    except OSError as error:
        step = "Check the name in JUPYTER_CTX_API_BASE, the network, or the VPN."
        return Check("DNS", ok=False, found=f"{host}: {error}", next_step=step)
    return Check("DNS", ok=True, found=f"{host} is {found[0][4][0]}")


def _tcp(_: Profile, url: SplitResult, __: Mapping[str, str]) -> Check:
    place = f"{url.hostname}:{_port(url)}"
    try:
        socket.create_connection((url.hostname or "", _port(url)), TIMEOUT).close()
    except OSError as error:
        step = (
            "Check that the server runs and listens there; a firewall may be between."
        )
        return Check("connection", ok=False, found=f"{place}: {error}", next_step=step)
    return Check("connection", ok=True, found=place)


def _tls(_: Profile, url: SplitResult, environ: Mapping[str, str]) -> Check:
    host = url.hostname or ""
    context = trust.context(environ)
    try:
        with (
            socket.create_connection((host, _port(url)), TIMEOUT) as plain,
            context.wrap_socket(plain, server_hostname=host) as secure,
        ):
            return Check("TLS", ok=True, found=str(secure.version()))
    except OSError as error:
        step = "Set SSL_CERT_FILE to a file with your company's certificates."
        return Check("TLS", ok=False, found=str(error), next_step=step)


def _models(profile: Profile, url: SplitResult, environ: Mapping[str, str]) -> Check:
    """Ask for the list of models: proves the key, and that the model is known."""
    request = urllib.request.Request(f"{url.geturl().rstrip('/')}/models")  # noqa: S310 - http(s), checked by profiles
    key = named.key_for(profile, environ)
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    try:
        # An opener of its own: the shared one remembers proxies of earlier.
        https = urllib.request.HTTPSHandler(context=trust.context(environ))
        opener = urllib.request.build_opener(https)
        with opener.open(request, timeout=TIMEOUT) as response:
            listed = json.loads(response.read(2_000_000)).get("data") or []
    except urllib.error.HTTPError as error:
        return _refused(error.code, url.hostname or "")
    except (OSError, ValueError, http.client.HTTPException) as error:
        if "Tunnel connection failed: 407" in str(error):
            return _refused(http.client.PROXY_AUTHENTICATION_REQUIRED, "")
        step = "Is JUPYTER_CTX_API_BASE right? It usually ends in /v1."
        return Check("list of models", ok=False, found=str(error), next_step=step)
    known = [str(entry.get("id")) for entry in listed]
    bare = profile.model.split("/", 1)[-1]
    if known and not {profile.model, bare} & set(known):
        step = f"{_way_to_set(profile)} one of: {', '.join(known[:10])}."
        return Check(
            "list of models", ok=False, found=f"no {bare} there", next_step=step
        )
    return Check(
        "list of models",
        ok=True,
        found=f"{len(known)} " + ("model" if len(known) == 1 else "models"),
    )


def _way_to_set(profile: Profile) -> str:
    """Say where another model is set: where this one came from."""
    if profile.origin == PICKED:
        return "Pick in the sidebar"
    if profile.origin == OF_LAB:
        return "Set the model in JupyterLab's settings to"
    if profile.name:
        return f"Set the model of the profile {profile.name} to"
    return "Set JUPYTER_CTX_MODEL to"


def _refused(status: int, host: str) -> Check:
    found = f"HTTP {status}"
    if status in (401, 403):
        step = (
            "The key is missing or wrong: set JUPYTER_CTX_API_KEY, or run "
            f"`jupyter ctx key set {host}`."
        )
        return Check("key", ok=False, found=found, next_step=step)
    if status == http.client.PROXY_AUTHENTICATION_REQUIRED:
        step = "The proxy wants a password: set it in HTTPS_PROXY."
        return Check("proxy", ok=False, found=found, next_step=step)
    if status == http.client.NOT_FOUND:
        # Not every server lists its models; a question will tell.
        return Check("list of models", ok=True, found="the server has none")
    step = "The server had an error of its own; ask its administrator."
    return Check("list of models", ok=False, found=found, next_step=step)
