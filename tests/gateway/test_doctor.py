"""The doctor names the step that fails and what to do about it."""

from __future__ import annotations

import http.server
import json
import socket
import ssl
import threading

import pytest

from jupyter_ctx.gateway import keys
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.ui.cli import main
from jupyter_ctx.ui.doctor import Check, examine, lines, skipped
from tests.stub import StubModel


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"JUPYTER_{kind}_DIR", str(tmp_path / kind))
    for name in ("MODEL", "API_BASE", "API_KEY", "WINDOW", "BUDGET"):
        monkeypatch.delenv(f"JUPYTER_CTX_{name}", raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def _environ(url, model="my-llm"):
    return {
        "JUPYTER_CTX_PROBE": "0",
        "JUPYTER_CTX_MODEL": model,
        "JUPYTER_CTX_API_BASE": url,
    }


def _failed(environ):
    """Give the one check that failed; it must be the last."""
    checks = list(examine(environ=environ))
    assert [check for check in checks if not check.ok] == checks[-1:]
    assert checks[-1].next_step
    return checks[-1]


def test_all_is_well():
    """Every step is told with what was found."""
    with StubModel() as stub:
        checks = list(examine(environ=_environ(stub.url)))

    assert all(check.ok for check in checks)
    assert [check.name for check in checks][-4:] == [
        "model",
        "DNS",
        "connection",
        "list of models",
    ]
    assert stub.paths == ["/v1/models"]


def test_a_model_that_the_server_does_not_have():
    """The next step lists those that it has."""
    with StubModel() as stub:
        failed = _failed(_environ(stub.url, "other"))

    assert failed.name == "list of models"
    assert "my-llm" in failed.next_step


@pytest.mark.parametrize(
    ("origin", "advice"),
    [
        ("picked in the sidebar", "Pick in the sidebar"),
        ("set in JupyterLab's settings", "Set the model in JupyterLab's settings to"),
        ("JUPYTER_CTX_MODEL", "Set JUPYTER_CTX_MODEL to"),
    ],
)
def test_the_advice_is_where_the_model_came_from(origin, advice):
    """A pick is not mended by a variable, which it outranks."""
    with StubModel() as stub:
        profile = Profile("gone", api_base=stub.url, origin=origin)
        last = list(examine(environ={}, decide=lambda: profile))[-1]
    assert last.next_step == f"{advice} one of: my-llm."


def test_a_name_that_does_not_resolve():
    """DNS is told apart from the connection."""
    failed = _failed(_environ("http://no-such-host.invalid/v1"))

    assert failed.name == "DNS"


def test_a_server_that_does_not_run():
    """The name resolves, nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    assert _failed(_environ(f"http://127.0.0.1:{port}/v1")).name == "connection"


class _Refuses(http.server.BaseHTTPRequestHandler):
    status = 401

    def do_GET(self):
        self.send_response(self.status)
        self.send_header("content-length", "0")
        self.end_headers()

    do_CONNECT = do_GET  # noqa: N815 - the standard library's names

    def log_message(self, *_):
        """Stay silent."""


@pytest.fixture
def refusing():
    """Serve one status for everything; call it with the status."""
    servers = []

    def serve(status):
        handler = type("Handler", (_Refuses,), {"status": status})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "name", "step"),
    [
        (401, "key", "jupyter ctx key set 127.0.0.1"),
        (403, "key", "JUPYTER_CTX_API_KEY"),
        (500, "list of models", "administrator"),
    ],
)
def test_a_server_that_refuses(refusing, status, name, step):
    """The key, or the server itself."""
    failed = _failed(_environ(f"{refusing(status)}/v1"))

    assert failed.name == name
    assert step in failed.next_step


def test_a_server_without_a_list_of_models_is_fine(refusing):
    """404 there says nothing about questions."""
    assert all(c.ok for c in examine(environ=_environ(f"{refusing(404)}/v1")))


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_wants_a_password(refusing, monkeypatch, scheme):
    """407 leads to the proxy's variable, for both kinds of address."""
    monkeypatch.setenv(f"{scheme}_proxy", refusing(407))
    monkeypatch.setenv("no_proxy", "")

    failed = _failed(_environ(f"{scheme}://llm.invalid/v1"))

    assert failed.name == "proxy"
    assert "HTTPS_PROXY" in failed.next_step


def test_a_server_that_speaks_no_tls():
    """A plain port behind https fails at TLS, not later."""
    with StubModel() as stub:
        failed = _failed(_environ(stub.url.replace("http:", "https:")))

    assert failed.name == "TLS"
    assert "SSL_CERT_FILE" in failed.next_step


def test_tls_is_verified():
    """The doctor does not look away from a bad certificate."""
    assert ssl.create_default_context().verify_mode == ssl.CERT_REQUIRED


def test_a_cloud_model_without_key():
    """No host is asked; the key is what is missing."""
    environ = {"JUPYTER_CTX_PROBE": "0", "JUPYTER_CTX_MODEL": "gpt-4o"}

    failed = _failed(environ)

    assert failed.name == "key"
    assert "jupyter ctx key set openai" in failed.next_step


def test_a_setting_that_cannot_be():
    """The settings' own sentence is the report."""
    checks = list(
        examine(environ=_environ("http://h/v1") | {"JUPYTER_CTX_BUDGET": "x"})
    )

    assert (checks[-1].name, checks[-1].ok) == ("settings", False)


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("settings", ("model", "DNS", "connection", "list of models")),
        ("DNS", ("connection", "list of models")),
        ("list of models", ()),
        ("package litellm", ()),
    ],
)
def test_what_was_not_come_to_is_named(name, left):
    """A step that fails ends the way to the model, but not what was before it."""
    assert skipped(Check(name, ok=False, found="")) == left
    assert skipped(Check(name, ok=True, found="")) == ()


@pytest.mark.parametrize("key", ["", "STUB_KEY"])
def test_a_profile_is_known_by_its_name(monkeypatch, tmp_path, capsys, key):
    """`profile:NAME` means its model and address; its key is from where it says."""
    folder = tmp_path / "CONFIG" / "jupyter_ctx"
    folder.mkdir(parents=True)
    monkeypatch.setenv("JUPYTER_CTX_MODEL", "profile:small")
    with StubModel() as stub:
        one = {"model": "my-llm", "api_base": stub.url, "key": key}
        (folder / "profiles.json").write_text(json.dumps({"small": one}), "utf-8")
        status = main(["doctor"])

    told = capsys.readouterr().out
    assert "ok   model: my-llm (profile small, as set;" in told
    assert (status, "FAIL key: none" in told) == ((1, True) if key else (0, False))


def test_only_the_configured_host_is_contacted(monkeypatch):
    """Every connection goes to the stub's own port."""
    places = []
    real = socket.socket.connect

    def connect(self, address):
        places.append(address[1])
        return real(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    with StubModel() as stub:
        list(examine(environ=_environ(stub.url)))

        assert set(places) == {stub.port}


def test_the_report_has_a_line_a_step():
    """A failed step is followed by what to do."""
    with StubModel() as stub:
        report = list(lines(examine(environ=_environ(stub.url, "other"))))

    assert report[-2].startswith("FAIL list of models")
    assert report[-1].startswith("     Set JUPYTER_CTX_MODEL")


@pytest.mark.parametrize(("model", "status"), [("my-llm", 0), ("other", 1)])
def test_the_exit_status_tells(monkeypatch, capsys, model, status):
    """Scripts can rely on it."""
    with StubModel() as stub:
        for name, value in _environ(stub.url, model).items():
            monkeypatch.setenv(name, value)
        assert main(["doctor"]) == status

    assert "list of models" in capsys.readouterr().out


def test_keys_by_the_command_line(monkeypatch, capsys):
    """Set from a pipe, listed without its value, removed."""
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("sk-secret\n"))
    assert main(["key", "set", "openai"]) == 0
    assert keys.stored() == {"openai": "sk-secret"}
    assert main(["key", "list"]) == 0
    assert main(["key", "remove", "openai"]) == 0

    assert keys.stored() == {}
    assert "sk-secret" not in capsys.readouterr().out


def test_no_key_changes_nothing(monkeypatch, capsys):
    """An empty line is an error and leaves the old key."""
    import io

    keys.save("openai", "old")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))

    assert main(["key", "set", "openai"]) == 1
    assert keys.stored() == {"openai": "old"}
    assert "nothing is changed" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["bench", "no-such"], ["bench", "no_such"], ["model", "remove", "x"]]
)
def test_what_is_not_there_is_a_sentence(capsys, arguments):
    """No traceback on the command line."""
    assert main(arguments) == 1
    assert capsys.readouterr().err.strip().endswith(".")


def test_the_version(capsys):
    """`--version` prints it alone."""
    with pytest.raises(SystemExit) as done:
        main(["--version"])

    assert done.value.code == 0
    assert capsys.readouterr().out.strip()[0].isdigit()
