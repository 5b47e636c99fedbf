"""What stands in each request, from a notebook's kernel to the wire and back."""

from __future__ import annotations

from typing import Any

from tests.live.asking import asking

RULE = "From now on, name variables in camelCase."


def head(sent: list[dict[str, Any]]) -> str:
    """Give the text of the system message."""
    assert sent[0]["role"] == "system"
    content = sent[0]["content"]
    return content if isinstance(content, str) else content[0]["text"]


def test_a11_rules_files_and_what_was_said_survive_profiles_and_restarts():
    """The word, the rule and the file as it is now are sent by each profile."""
    with asking(JPY_SESSION_NAME="/data/standing.ipynb") as (kernel, stub):
        memory = kernel.home / "JUPYTER_CTX.md"
        memory.write_text("Never use pandas.\n")
        profiles = {
            "one": {"model": "openai/one", "api_base": stub.url},
            "two": {"model": "openai/two", "api_base": stub.url, "key": "TWO"},
        }
        setting = f"%config JupyterCtx.profiles = {profiles}"
        kernel.run(setting)
        stub.reply("noted")
        said = kernel.run(f"%%assist -p one\nRemember teal. {RULE}")
        assert "Holds from now on" in said.text
        assert "profile one" in said.text
        assert "<memory path=JUPYTER_CTX.md>\nNever use pandas." in head(stub.sent())
        assert "The profile two takes its key from TWO" in (
            kernel.run("%%assist -p two\nWhich word?").text
        )

        cell = kernel.run("%ctx memory edit").payload[0]["text"]
        kernel.run(cell.replace("pandas", "loops"))
        assert memory.read_text() == "Never use loops.\n"
        kernel.restart()
        kernel.run(setting)
        stub.reply("teal")
        kernel.run("%env TWO=a-key")
        kernel.run("%%assist -p two\nWhich word was it?")
        sent = stub.sent()

        assert stub.requests[-1]["model"] == "two"
        assert head(sent).count("Never use") == 1
        assert "Never use loops." in head(sent)
        assert f"- {RULE}" in head(sent)
        assert "Remember teal." in str(sent[1]["content"])
