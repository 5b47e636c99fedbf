"""The masker against detect-secrets, which was written by others."""

from __future__ import annotations

import pytest
from detect_secrets.core.scan import scan_line
from detect_secrets.settings import default_settings, transient_settings

from jupyter_ctx.core.secrets.redact import masker
from tests.core.planted import ORDINARY, placed, shapes

SHAPES, PLACED = shapes(), placed()
TEXTS = [f'x = "{key}"' for key in SHAPES.values()] + [t for t, _ in PLACED.values()]
NOISY = ("HexHighEntropyString", "Base64HighEntropyString", "IPPublicDetector")
# Plugins that flag any hash or address; they are no measure of what is secret.


def scanned(text: str) -> set[str]:
    """Give the secrets that detect-secrets sees in *text*."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

    plugins = [
        {"name": plugin.__name__}
        for plugin in get_mapping_from_secret_type_to_class().values()
        if plugin.__name__ not in NOISY
    ]
    with transient_settings({"plugins_used": plugins}):
        found = [secret for line in text.split("\n") for secret in scan_line(line)]
    return {secret.secret_value or "" for secret in found}


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_nothing_that_the_oracle_sees_is_left(text):
    """After masking, detect-secrets finds no secret any more."""
    masked = masker({}).mask(text)
    left = {one for one in scanned(masked) if "masked" not in one and one in masked}
    seen = scanned(text)
    assert not (left & seen - {"BEGIN RSA PRIVATE KEY"})


def alarms(texts: list[str]) -> int:
    """Count the *texts* in which detect-secrets, as it comes, sees a secret."""
    with default_settings():
        lines = [text.split("\n") for text in texts]
        return sum(any(any(scan_line(one)) for one in text) for text in lines)


def test_as_much_is_found_as_by_all_plugins_of_the_oracle():
    """All made-up secrets are masked; detect-secrets misses a few of them."""
    assert [text for text in TEXTS if masker({}).mask(text) == text] == []
    assert len(TEXTS) * 0.8 < alarms(TEXTS) <= len(TEXTS)


def test_fewer_false_alarms_than_all_plugins_of_the_oracle():
    """Where the oracle sees that much, it takes lines of ordinary text for secrets."""
    lines = ORDINARY.split("\n")
    assert [line for line in lines if masker({}).mask(line) != line] == []
    assert alarms(lines) > 10
