"""Every error that jupyter_ctx raises.

```
CtxError                 a sentence for the user that says what to do next
├── BudgetError          rules, question and the folded floor do not fit
├── AnchorError          the text names something that is not there
├── EnclosureError       a picture or file that cannot go along with a question
├── ChoiceError          a choice that cannot be selected (again)
├── ConversationError    an edit, deletion or branch that is not possible
├── SettingError         a setting or option has an unusable value
├── StoreError           the conversation store cannot be read or written
├── ProtocolError        a page sent what this version does not understand
├── FileError            a file of the project that cannot be read or written
├── LocalModelError      the embedded model cannot be installed or started
└── ModelError           the model did not answer; `kind` says why
```
"""

from __future__ import annotations


class CtxError(Exception):
    """Anything a user can be told in one sentence."""


class BudgetError(CtxError):
    """The smallest possible assembly is larger than the budget."""

    def __init__(self, *, needed: int, budget: int, largest: str) -> None:
        super().__init__(
            f"The budget of {budget:,} tokens is too small: {largest} and the "
            f"shortest list of names need {needed:,}. Shorten the prompt, or raise "
            f"the budget to {needed} where the model's window allows it: in a cell "
            "by --budget, in JupyterLab's settings under Budget."
        )
        self.needed = needed
        self.budget = budget
        self.largest = largest


class AnchorError(CtxError):
    """The text names something that is not there."""

    def __init__(
        self, mention: str, *, known: tuple[str, ...] = (), where: str = ""
    ) -> None:
        lists = f" {where} lists what there is." if where else ""
        near = f" Did you mean {', '.join(known)}?" if known else lists
        super().__init__(f"There is no {mention} in this kernel.{near}")
        self.mention = mention
        self.known = known


class EnclosureError(CtxError):
    """A picture or file that cannot go along with a question."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} cannot be added: {why}.")


class ChoiceError(CtxError):
    """A choice that is not offered, or was selected before."""


class ConversationError(CtxError):
    """The conversation has no such turn or reply, or it cannot be changed so."""


class SettingError(CtxError):
    """A setting or option has a value that cannot be used."""


class StoreError(CtxError):
    """The conversation store cannot be read or written."""


class ProtocolError(CtxError):
    """A message of the page that this version cannot read.

    *request* is its id where it has one, so that the page can be told.
    """

    def __init__(self, fault: str, *, request: str = "") -> None:
        super().__init__(
            f"The sidebar sent something that this kernel does not understand "
            f"({fault}). Reload the page; if it stays, install the same version of "
            "jupyter_ctx for JupyterLab and for the kernel."
        )
        self.request = request


class FileError(CtxError):
    """A file of the project is not as it was, or none that may be changed."""


class LocalModelError(CtxError):
    """The embedded model cannot be installed, found or started."""


class ModelError(CtxError):
    """The model did not answer.

    *kind* is one of `jupyter_ctx.gateway.failures.KINDS` (`auth`, `not_found`,
    `overflow`, `rate_limit`, `quota`, `content`, `picture`, `connect`, `dns`, `tls`,
    `proxy`, `timeout`, `bad_request`, `provider`, `unreadable`, `server`,
    `missing_package`, `crashed`, `cancelled`); *retry* tells whether the same request
    may work a moment later, *wait* for how many seconds the provider asks, 0 where it
    does not say. Of a request that is too long, *asked* is the provider's own count
    of the input, *limit* the most that it takes with the answer that was asked for,
    and *gap* what must go: in tokens, 0 where it does not say.
    """

    def __init__(  # noqa: PLR0913 - each is a fact of the failure, given by name
        self,
        sentence: str,
        *,
        kind: str,
        retry: bool = False,
        wait: float = 0.0,
        asked: int = 0,
        limit: int = 0,
        gap: int = 0,
    ) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.retry = retry
        self.wait = wait
        self.asked = asked
        self.limit = limit
        self.gap = gap
