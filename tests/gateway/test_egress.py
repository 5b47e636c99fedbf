"""Proxies, a company's own certificates, no way out: through the real worker (A16)."""

from __future__ import annotations

import os
import socket
from contextlib import contextmanager

import pytest

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway import trust
from jupyter_ctx.gateway.gateway import ModelCall, Profile
from jupyter_ctx.gateway.process import WorkerGateway
from jupyter_ctx.ui.doctor import examine
from tests.stub import StubModel
from tests.tls import certificate, secure

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def _plain(monkeypatch):
    for name in (*PROXIES, *trust.NAMES, "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@contextmanager
def _worker(monkeypatch, **environ):
    """Start one in that environment, as in that of a kernel."""
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    worker = WorkerGateway()
    try:
        yield lambda base: _ask(worker, base)
    finally:
        worker.close()


def _ask(worker, base):
    call = ModelCall(Profile("my-llm", base), (Message("user", "hi"),))
    try:
        return "".join(delta.text for delta in worker.stream(call))
    except ModelError as error:
        return error


def _checks(base):
    environ = {
        **os.environ,
        "JUPYTER_CTX_PROBE": "0",
        "JUPYTER_CTX_MODEL": "my-llm",
        "JUPYTER_CTX_API_BASE": base,
    }
    return list(examine(environ=environ))


def _nobody():
    """Give an address on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def test_a_proxy_is_used_but_for_the_hosts_that_need_none(monkeypatch):
    """The stub plays the proxy for a host that no name server knows."""
    with StubModel() as proxy, StubModel() as near:
        address = f"http://127.0.0.1:{proxy.port}"
        with _worker(monkeypatch, HTTP_PROXY=address, NO_PROXY="127.0.0.1") as ask:
            assert ask("http://models.invalid/v1") == "ok"
            assert ask(near.url) == "ok"

        assert proxy.paths == ["http://models.invalid/v1/chat/completions"]
        assert near.paths == ["/v1/chat/completions"]


def test_a_proxy_that_is_not_there_or_refuses_is_told_as_that(monkeypatch):
    """Both by the failure of a question and by the doctor."""
    with _worker(monkeypatch, HTTP_PROXY=_nobody()) as ask:
        failure = ask("http://models.invalid/v1")
    assert (failure.kind, "HTTPS_PROXY" in str(failure)) == ("proxy", True)
    assert "object at 0x" not in str(failure)

    with StubModel() as proxy:  # knows no CONNECT
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        last = _checks("https://models.invalid/v1")[-1]
    assert (last.ok, bool(last.next_step)) == (False, True)


def test_the_usual_variables_name_the_certificates(tmp_path):
    """OpenSSL's own first; a file that is not there is no reason to trust nobody."""
    path, other = tmp_path / "a.pem", tmp_path / "b.pem"
    path.write_text("")
    other.write_text("")
    first, *others = trust.NAMES

    for name in others:
        assert trust.for_worker({name: str(path)}) == {first: str(path)}
        assert trust.for_worker({name: str(path), first: str(other)}) == {}
        assert trust.for_worker({name: f"{path}.gone"}) == {}
    assert trust.authorities({first: str(other), others[0]: str(path)}) == str(other)


def test_a_companys_own_certificate_is_trusted(monkeypatch, tmp_path):
    """Also by a variable that the worker's libraries don't read; as the doctor does."""
    name = "REQUESTS_CA_BUNDLE"
    path = certificate(tmp_path)
    with over_tls(path) as (stub, base):
        with _worker(monkeypatch, **{name: str(path)}) as ask:
            assert ask(base) == "ok"
        assert all(check.ok for check in _checks(base))
        assert stub.paths == ["/v1/chat/completions", "/v1/models"]


@contextmanager
def over_tls(path):
    """Serve over TLS."""
    stub = StubModel()
    base = secure(stub, path)
    with stub:
        yield stub, base


def test_an_unknown_certificate_is_refused_and_told_as_that(monkeypatch, tmp_path):
    """Nothing is sent; the next step names the variable."""
    with over_tls(certificate(tmp_path)) as (stub, base):
        with _worker(monkeypatch) as ask:
            failure = ask(base)
        last = _checks(base)[-1]

        assert failure.kind == "tls"
        assert "SSL_CERT_FILE" in str(failure)
        assert "certificate verify failed" in str(failure)
        assert (last.name, last.ok) == ("TLS", False)
        assert "SSL_CERT_FILE" in last.next_step
        assert stub.requests == []
