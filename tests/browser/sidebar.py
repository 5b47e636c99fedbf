"""The sidebar as a person uses it: by names and roles, never by positions."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.notebook import Notebook

KERNEL_LINE = re.compile(r"as of |nothing has run|restarted|cell running|document only")


class Sidebar:
    """The sidebar beside *notebook*; made, it is open and connected."""

    def __init__(self, notebook: Notebook, *, is_ready: bool = True) -> None:
        self.notebook = notebook
        self.page = notebook.page
        self.root = self.page.locator("#jupyter-ctx-sidebar")
        if not self.root.is_visible():
            notebook.command("jupyter-ctx:open")
        expect(self.composer).to_be_visible()
        if is_ready:
            self.wait_ready()

    def wait_ready(self) -> None:
        """Wait until the header tells how the kernel is."""
        expect(self.root.locator(".jupyter-ctx-header")).to_have_text(
            KERNEL_LINE, use_inner_text=True
        )

    @property
    def composer(self) -> Locator:
        """Where the user writes."""
        return self.root.locator(".jupyter-ctx-composer textarea")

    @property
    def turns(self) -> Locator:
        """All messages with their replies, oldest first."""
        return self.root.get_by_role("article")

    @property
    def last(self) -> Locator:
        """The newest message with its reply."""
        return self.turns.last

    @property
    def banner(self) -> Locator:
        """What stands in the way, and notices."""
        return self.root.locator(".jupyter-ctx-banner")

    @property
    def strip(self) -> Locator:
        """The last thing that was said to the user."""
        return self.root.locator(".jupyter-ctx-strip")

    def part(self, name: str) -> Locator:
        """Locate what is unfolded under *name*."""
        return self.root.get_by_role("region", name=name, exact=True)

    @property
    def stale(self) -> Locator:
        """The line that says what is out of date, which opens the list."""
        return self.root.locator(".jupyter-ctx-stale-line button")

    @property
    def rows(self) -> Locator:
        """The cells in the list of what is out of date."""
        return self.root.locator(".jupyter-ctx-stale-rows > li")

    def pick_level(self, label: str) -> None:
        """Open the levels of privacy and pick one."""
        self.root.locator(".jupyter-ctx-privacy-line button").click()
        levels = self.root.get_by_role("list", name="Levels")
        levels.get_by_role("button", name=label).click()
        pressed = levels.locator("[aria-pressed=true]")
        expect(pressed).to_contain_text(label)

    def ask(self, prompt: str, *, key: str = "Enter") -> None:
        """Write *prompt* and send it; does not wait for the reply."""
        self.composer.fill(prompt)
        self.composer.press(key)

    def asked(self, prompt: str, reply: str) -> None:
        """Ask, and wait until *reply* is there as a whole."""
        before = self.turns.count()
        self.ask(prompt)
        expect(self.turns).to_have_count(before + 1)
        expect(self.last).to_contain_text(reply)
        self.settled()

    def settled(self) -> None:
        """Wait until no reply is being made."""
        expect(self.root.locator("[aria-busy=true]")).to_have_count(0)

    def button(self, label: str, within: Locator | None = None) -> Locator:
        """Locate a button by its name, in the newest message or *within*."""
        return (within or self.last).get_by_role("button", name=label, exact=True)

    def state(self) -> dict[str, list[str]]:
        """Tell what is shown: prompts and replies, in order."""
        self.settled()
        parts = {
            "prompts": ".jupyter-ctx-prompt-text",
            "replies": ".jupyter-ctx-reply .jupyter-ctx-content",
        }
        return {
            name: [text.strip() for text in self.root.locator(place).all_inner_texts()]
            for name, place in parts.items()
        }
