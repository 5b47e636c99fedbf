"""Rules of a team's own, from a file."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.secrets.redact import Rule, masker
from jupyter_ctx.core.secrets.secret_rules import read
from jupyter_ctx.errors import SettingError

FILE = """
[[rule]]
name = "acme-key"
pattern = 'acme-([0-9a-f]{8})'
hints = ["acme-"]

[[rule]]
name = "badge"
pattern = 'BADGE-\\d+'
"""


def test_rules_of_a_file_mask_under_their_own_names():
    """Group 1 is the secret where there is one, else the whole match."""
    rules = read(FILE, "secrets.toml")
    assert rules == (
        Rule("acme-key", "acme-([0-9a-f]{8})", ("acme-",)),
        Rule("badge", r"BADGE-\d+"),
    )
    assert masker({}, rules).mask("acme-12ab34cd of BADGE-7") == (
        "acme-<masked rule=acme-key> of <masked rule=badge>"
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[rule", "secrets.toml cannot be used: "),
        ("rule = 3", "rules are written as [[rule]]"),
        ("rule = [3]", "rule 1 needs a name"),
        ('[[rule]]\nname = "a b"\npattern = "x"', "rule 1 needs a name"),
        ('[[rule]]\nname = "a"\npattern = "("', "the pattern of a is no regular"),
        ('[[rule]]\nname = "a"\npattern = "x*"', "that finds text"),
        ('[[rule]]\nname = "a"\npattern = "x"\nhints = "x"', "a list of texts"),
    ],
)
def test_a_broken_file_is_a_sentence(text, fault):
    """Nothing is sent without a rule that somebody wrote: the error names the entry."""
    with pytest.raises(SettingError) as caught:
        read(text, "secrets.toml")
    assert fault in str(caught.value)
    assert str(caught.value).endswith("Correct it, or put the file away.")


def test_an_empty_file_has_no_rules():
    """A file that was only begun changes nothing."""
    assert read("# nothing yet", "secrets.toml") == ()
