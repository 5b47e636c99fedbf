"""Which certificates are trusted: the system's, or the file that a company names."""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping

# The first is OpenSSL's own name, the others are those of requests and curl.
NAMES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def authorities(environ: Mapping[str, str] = os.environ) -> str:
    """Give the file of certificates that *environ* names, empty for the system's."""
    found = (environ.get(name, "") for name in NAMES)
    return next((path for path in found if path and os.path.isfile(path)), "")  # noqa: PTH113 - loaded anyway


def for_worker(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Give what the worker's environment lacks: its libraries read the first name."""
    path = authorities(environ)
    return {} if environ.get(NAMES[0]) or not path else {NAMES[0]: path}


def context(environ: Mapping[str, str] = os.environ) -> ssl.SSLContext:
    """Give what a connection of our own is checked by."""
    return ssl.create_default_context(cafile=authorities(environ) or None)
