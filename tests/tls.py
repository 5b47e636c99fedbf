"""A server on loopback with a certificate that only its own authority vouches for."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from tests.stub import StubModel


def certificate(folder: Path) -> Path:
    """Write key and certificate into one PEM file in *folder*, for both sides."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("A certificate needs the program openssl")
    key, made, path = (folder / name for name in ("key.pem", "made.pem", "own.pem"))
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=a company's own", "-keyout", key, "-out", made),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
        ],
        check=True,
        capture_output=True,
    )
    path.write_bytes(key.read_bytes() + made.read_bytes())
    return path


def secure(stub: StubModel, path: Path) -> str:
    """Let *stub*, which does not run yet, speak TLS; give its address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    server = stub._server
    server.socket = context.wrap_socket(server.socket, server_side=True)
    return stub.url.replace("http:", "https:")
