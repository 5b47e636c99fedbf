"""What terminals send for keys, brought into the one form that everybody reads.

`prompt_toolkit` knows the classic sequences. Terminals with the Kitty protocol or
modifyOtherKeys send others, and tell of focus and mouse; unread, these would come
out as Escape and typed text. So they are rewritten, or swallowed, before.
"""

from __future__ import annotations

import re

_ESC = "\x1b"
_CSI = re.compile(r"\x1b\[([<=>?]?)([\d:;]*)([ -/]*)([@-~])")
_SS3 = re.compile(r"\x1bO[ -~]")
_STRING = re.compile(r"\x1b[\]P_^X].*?(?:\x1b\\|\x07)", re.DOTALL)
_MOUSE = re.compile(r"\x1b\[M[^\x1b]{3}", re.DOTALL)
_BEGUN = re.compile(
    r"\x1b(?:\[[<=>?]?[\d:;]*[ -/]*|\[M[^\x1b]{0,2}|O|[\]P_^X].*)?", re.DOTALL
)
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"
_ARROWS = "ABCDHF"
_EDITING = {"1": "H", "7": "H", "4": "F", "8": "F"}  # Home and End, of old terminals
_KEPT = ("2", "3", "5", "6")  # Insert, Delete, Page Up, Page Down
_SHIFT, _ALT, _CTRL, _SUPER = 1, 2, 4, 8 | 16 | 32  # super, hyper and meta
_RELEASED = "3"  # the event of a key that goes up
_LOWEST, _HIGHEST = 0xE000, 0xF8FF  # where the Kitty protocol names its own keys
_PAD = {
    57414: "\r",
    57417: "\x1b[D",
    57418: "\x1b[C",
    57419: "\x1b[A",
    57420: "\x1b[B",
    57423: "\x1b[H",
    57424: "\x1b[F",
    **{57399 + digit: str(digit) for digit in range(10)},
}
_NAMED = {9: "\t", 13: "\r", 27: _ESC, 127: "\x7f", 8: "\x7f"}


class Keys:
    """Rewrites what comes in, however it is split."""

    def __init__(self) -> None:
        self._rest = ""
        self._is_pasting = False

    def feed(self, data: str) -> str:
        """Give what to read of *data*; what has only begun is kept for later."""
        text, self._rest = self._rest + data, ""
        read: list[str] = []
        while text:
            piece, text = self._paste(text) if self._is_pasting else self._next(text)
            if not piece and not text:
                break
            read.append(piece)
        return "".join(read)

    def flush(self) -> str:
        """Give what was kept, when nothing followed: Escape itself, or nothing.

        A sequence that never ended is no text.
        """
        kept, self._rest = self._rest, ""
        return kept if kept == _ESC or self._is_pasting else ""

    def _paste(self, text: str) -> tuple[str, str]:
        """Give pasted text as it is, up to its end."""
        at = text.find(_PASTED)
        if at >= 0:
            self._is_pasting = False
            end = at + len(_PASTED)
            return text[:end], text[end:]
        held = next(
            (n for n in range(len(_PASTED) - 1, 0, -1) if text.endswith(_PASTED[:n])),
            0,
        )
        self._rest = text[len(text) - held :]
        return text[: len(text) - held], ""

    def _next(self, text: str) -> tuple[str, str]:
        """Read one key, or all up to the next sequence; give it and what is left."""
        at = text.find(_ESC)
        if at != 0:
            end = len(text) if at < 0 else at
            return text[:end], text[end:]
        if text.startswith(_PASTE):
            self._is_pasting = True
            return _PASTE, text[len(_PASTE) :]
        if _BEGUN.fullmatch(text) and not _STRING.match(text):
            self._rest = text
            return "", ""
        return _whole(text)


def _whole(text: str) -> tuple[str, str]:
    """Read a sequence that is complete; give its key and what is left."""
    for form in (_MOUSE, _STRING):
        if found := form.match(text):
            return "", text[found.end() :]
    if found := _CSI.match(text):
        return _sequence(*found.groups()), text[found.end() :]
    if found := _SS3.match(text):
        return found[0], text[found.end() :]
    # Alt and a key, or a sequence that nobody sends.
    return ("", text[2:]) if text[1] != _ESC else (_ESC, text[1:])


def _sequence(private: str, numbers: str, between: str, final: str) -> str:
    """Give what a control sequence is to be read as; nothing for what is no key."""
    if private or between:
        return ""  # an answer of the terminal, or the mouse
    fields = [field.split(":") for field in numbers.split(";")]
    bits, event = _modifiers(fields[1] if len(fields) > 1 else ["1"])
    if event == _RELEASED:
        return ""
    is_other = final == "~" and fields[0] == ["27"] and len(fields) > 2  # noqa: PLR2004
    if final == "u" or is_other:  # of Kitty, of modifyOtherKeys
        return _key(fields[2] if is_other else fields[0], bits)
    if final == "~":
        return _editing(fields[0][0])
    is_key = final in _ARROWS or final == "Z"
    return f"{_ESC}[{final}" if is_key else ""


def _modifiers(field: list[str]) -> tuple[int, str]:
    """Give which keys are held, as bits, and what happened to the key."""
    bits = max(int(field[0] or 1) - 1, 0)
    return bits, field[1] if len(field) > 1 else ""


def _editing(code: str) -> str:
    if code in _EDITING:
        return f"{_ESC}[{_EDITING[code]}"
    return f"{_ESC}[{code}~" if code in _KEPT else ""


def _key(codes: list[str], bits: int) -> str:
    """Give the key of a Unicode *code*, with Shift and Ctrl as they are held."""
    code = int(codes[0] or 0)
    if code in _PAD:
        return _PAD[code]
    if bits & (_ALT | _SUPER) or _LOWEST <= code <= _HIGHEST:
        return ""
    if code in _NAMED:
        return _NAMED[code]
    try:
        character = chr(code)
    except (ValueError, OverflowError):
        return ""
    if bits & _CTRL:
        is_letter = character.isascii() and character.isalpha()
        return chr(ord(character.upper()) & 0x1F) if is_letter else ""
    if bits & _SHIFT:
        shifted = codes[1] if len(codes) > 1 else ""
        character = chr(int(shifted)) if shifted else character.upper()
    return character if character.isprintable() else ""
