"""The words of a refusal are read whatever shape its body has."""

from __future__ import annotations

import pytest

from jupyter_ctx.gateway.bodies import words
from jupyter_ctx.gateway.failures import classify, told


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Context size has been exceeded.", "Context size has been exceeded."),
        ({"error": "no such model"}, "no such model"),
        ([{"error": {"code": 400, "message": "bad key"}}], "bad key"),
        (
            {"detail": [{"loc": ["body", "top_k"], "msg": "not permitted"}]},
            "not permitted body.top_k",
        ),
        ({"error": None}, ""),
        ("<html>Bad Gateway</html>", ""),
        (None, ""),
        ({"message": "x" * 9_000}, "x" * 2_000),
    ],
)
def test_words(body, said):
    """A text, an object, a list; a page says nothing."""
    assert words(body) == said


class RefusedError(Exception):
    """As OpenAI's client raises it where it does not know the body's shape."""

    status_code = 400

    def __init__(self, body: object) -> None:
        super().__init__("Error code: 400")
        self.body = body


def test_a_refusal_is_quoted_in_its_own_words():
    """Not as a number alone, which tells nobody what to change."""
    said = told(RefusedError([{"error": {"message": "top_k must be positive"}}]))

    sentence = classify(said, model="m", host="h").sentence

    assert sentence.endswith("It said: top_k must be positive")


def test_a_refusal_in_odd_shape_has_its_kind():
    """LM Studio sends a text where others have an object."""
    said = told(RefusedError("Context size has been exceeded."))

    assert classify(said, model="m", host="h").kind == "overflow"
