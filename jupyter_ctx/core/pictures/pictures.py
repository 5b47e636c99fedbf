"""Which pictures a question is about, and how they fit what is left of the budget."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.document import Document, SavedOutput
from jupyter_ctx.core.engine.piece import Item
from jupyter_ctx.core.pictures.picture import Attached, ImageRule, Picture, scaled
from jupyter_ctx.core.place import here
from jupyter_ctx.core.provider import Wanted

MOST = 3  # pictures of one question
SHARE = 0.7  # of what question and rules leave, for pictures
BLIND = "the model cannot see"
BLIND_NOTICE = (
    "This model cannot see pictures: of the figure it is told size, titles, labels, "
    "ranges and series, as far as they are known. If it can see, set "
    "JUPYTER_CTX_VISION=1."
)
SMALLEST = 192  # pixels of the longer side; on less nothing can be read

_NOUN = (
    r"(?:sub)?plots?|charts?|figures?|graphs?|diagrams?|histograms?|heat ?maps?"
    r"|pictures?|images?|screenshots?"
    r"|(?:scatter|box|bar|line|violin|pie) ?(?:plot|chart)s?"
)
_SEEN = (
    r"shows?|looks?|see|seen|overlaps?|blurred|sharper|peaks?|trend|outliers?|legend"
    r"|labels?|axis|axes|bars|curves?|points|colou?rs?|caption|describe|interpret"
    r"|explain|read|compare|cover(?:s|ing)?|cut off|empty|wrong|mean|random|linear"
)
_EXPLICIT = re.compile(r"@(?:picture|plot|figure|chart|image)s?\b", re.IGNORECASE)
_POINTED = re.compile(
    rf"\b(?:the|this|that|these|those|my|above|last|previous|first|second|two|both)"
    rf"(?: (?!and |of |for )[\w-]+){{0,2}}? (?:{_NOUN})\b(?! (?:of speech|twist|g\b))",
    re.IGNORECASE,
)
_LOOK = re.compile(rf"\b(?:{_SEEN})\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:computation|connected|nodes|edges|networkx|docker|bigger picture)\b"
    r"|\b(?:import|def)\b"
    r"|[\w)]\.[a-z_]\w*\(|\bimages? (?:of|files?)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:zeigt|siehst|beschreib\w*|erklär\w*|deute|was ist auf)\b.{0,60}"
    r"\b(?:Diagramm|Abbildung|Bild|Grafik|Plot|Histogramm)"
    r"|\b(?:montre|décri\w*|expliqu\w*|vois)\b.{0,60}\b(?:graphique|figure|image)"
    r"|\b(?:muestra|describ\w*|explica\w*|ves)\b.{0,60}\b(?:gráfic[ao]|figura|imagen)"
    r"|[このその][グ図][ラ]?[フ]?.{0,10}(?:示|見|説明)|[这那]张?[图圖]",
    re.IGNORECASE,
)
_CELL = re.compile(r"\bIn ?\[(\d{1,6})\]")


def asks_about_picture(prompt: str) -> bool:
    """Tell whether *prompt* is about a picture that is there, not one to be made."""
    if _EXPLICIT.search(prompt) or _ELSEWHERE.search(prompt):
        return True
    if _OTHER.search(prompt):
        return False
    return bool(_POINTED.search(prompt) and _LOOK.search(prompt))


class Shown(msgspec.Struct, frozen=True):
    """A picture and the *label* of the cell that shows it."""

    label: str
    picture: Picture


def pictures_of(wanted: Wanted) -> tuple[Shown, ...]:
    """Give the pictures that the question is about: those of one cell, the last.

    The cell is the one that the prompt names, else the one under the cursor, else
    the newest that shows any, else the last in the document.
    """
    own = _enclosed(wanted)
    named = _CELL.search(wanted.prompt)
    is_asked = wanted.pictures or asks_about_picture(wanted.prompt)
    # Beside a picture that was added, "this picture" is no other one.
    if not is_asked or (own and not named and not _EXPLICIT.search(wanted.prompt)):
        return own
    return (*own, *_of_cells(wanted, named))


def _enclosed(wanted: Wanted) -> tuple[Shown, ...]:
    found = ((one.name, one.picture) for one in wanted.enclosed)
    return tuple(Shown(name, picture) for name, picture in found if picture is not None)


def _of_cells(wanted: Wanted, named: re.Match[str] | None) -> tuple[Shown, ...]:
    place = here(wanted.state)
    focused = place.execution if place is not None else None
    newest = list(reversed(wanted.state.executions))
    by_name = [one for one in newest if named and one.label == f"In[{named[1]}]"]
    by_focus = [focused] if focused is not None else []
    for execution in by_name or [*by_focus, *newest]:
        shown = tuple(_shown(execution))
        if shown:
            return shown[-MOST:]
    return () if by_name else _saved(wanted.state.document)


def _saved(document: Document | None) -> tuple[Shown, ...]:
    """Give the pictures of the last cell with some; of them sizes alone are known."""
    for cell in reversed(document.cells) if document is not None else ():
        label = f"In[{cell.execution_count}]" if cell.execution_count else "a cell"
        found = [one for one in cell.outputs if one.mime.startswith("image/")]
        if found:
            return tuple(Shown(label, _unknown(one)) for one in found)[-MOST:]
    return ()


def _shown(execution: Execution) -> Iterator[Shown]:
    for output in execution.outputs:
        if output.mime.startswith("image/"):
            yield Shown(execution.label, output.picture or _unknown(output))


def _unknown(output: Output | SavedOutput) -> Picture:
    return Picture(output.mime, 0, 0, output.size)


class Attachment(msgspec.Struct, frozen=True):
    """What became of the pictures of a question."""

    attached: tuple[Attached, ...] = ()
    items: tuple[Item, ...] = ()
    left_out: tuple[Item, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """What the attached ones cost."""
        return sum(one.tokens for one in self.attached)


class Shots(msgspec.Struct, frozen=True):
    """The pictures of a question and the *rule* of the model; None if it is blind.

    *fault* says of a picture why its pixels cannot be sent, or nothing.
    """

    shown: tuple[Shown, ...] = ()
    rule: ImageRule | None = None
    can_resize: bool = True
    fault: Callable[[Picture], str] = lambda _: ""

    @property
    def is_exact(self) -> bool:
        """Whether pictures are counted by the model's own rule."""
        return self.rule is not None and self.rule.exact

    def fit(self, room: int) -> Attachment:
        """Place what fits into *room* tokens, made smaller where need be."""
        if self.shown and self.rule is None:
            out = tuple(_left_out(one, BLIND) for one in self.shown)
            return Attachment(left_out=out, notices=(BLIND_NOTICE,))
        made = Attachment()
        left = int(room * SHARE)
        for at, one in enumerate(self.shown):
            placed = self._place(one.picture, left // (len(self.shown) - at))
            left -= placed.tokens if isinstance(placed, Attached) else 0
            made = _added(made, one, placed)
        return made

    def _place(self, picture: Picture, room: int) -> Attached | str:
        """Give the picture as it is sent, or why it is not."""
        rule = self.rule
        fault = self.fault(picture) if rule is not None else BLIND
        if rule is None or fault:
            return fault
        width, height = _largest(rule, picture, room)
        if not width:
            needed = rule.tokens(*rule.size(picture.width, picture.height))
            return f"no room is left for its {needed:,} tokens"
        if (width, height) != (picture.width, picture.height) and not self.can_resize:
            return "it has to be made smaller; `pip install pillow` allows that"
        tokens = rule.tokens(width, height)
        return Attached(picture.id, picture.mime, width, height, tokens, rule.detail)


NO_SHOTS = Shots()
"""A question about no picture."""


def _added(made: Attachment, shown: Shown, placed: Attached | str) -> Attachment:
    if isinstance(placed, str):
        notice = f"The picture of {shown.label} was not sent: {placed}."
        return msgspec.structs.replace(
            made,
            left_out=(*made.left_out, _left_out(shown, placed)),
            notices=(*made.notices, notice),
        )
    whole = shown.picture
    size = f"{placed.width} x {placed.height} pixels"
    if (placed.width, placed.height) != (whole.width, whole.height):
        size += f" of {whole.width} x {whole.height}"
    return msgspec.structs.replace(
        made,
        attached=(*made.attached, placed),
        items=(
            *made.items,
            _item(shown, "FULL", placed.tokens, f"asked about; {size}"),
        ),
    )


def _left_out(shown: Shown, why: str) -> Item:
    return _item(shown, "NONE", 0, why)


def _item(shown: Shown, fidelity: str, tokens: int, why: str) -> Item:
    return Item(
        id=f"picture:{shown.label}",
        kind="picture",
        source="outputs",
        fidelity=fidelity,
        tokens=tokens,
        why=why,
    )


def _largest(rule: ImageRule, picture: Picture, room: int) -> tuple[int, int]:
    """Give the largest size for *room* tokens; (0, 0) if none can be read."""
    width, height = rule.size(picture.width, picture.height)
    while rule.tokens(width, height) > room:
        width, height = scaled(width, height, 0.8)
        if max(width, height) < SMALLEST:
            return 0, 0
    return width, height
