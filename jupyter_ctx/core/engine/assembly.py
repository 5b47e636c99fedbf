"""The assembly: pieces, conversation and question as the messages to send.

Layout, for the provider's prompt cache: the rules, frozen; the turns of the
conversation; last, in one message, the context, how the answer must look, and then
the question, word for word but for pasted logs, and outside all tags.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.engine import placements, roster
from jupyter_ctx.core.engine.epochs import PLAN_SHARE
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.layout import lay_out
from jupyter_ctx.core.engine.mentions import Met
from jupyter_ctx.core.engine.offer import Offer
from jupyter_ctx.core.engine.piece import Item, Piece
from jupyter_ctx.core.engine.prompt import Prompt, prompt_of, reduced
from jupyter_ctx.core.engine.roster import SMALLEST
from jupyter_ctx.core.engine.rules import RULES, duty
from jupyter_ctx.core.engine.select import choose
from jupyter_ctx.core.engine.selection import Selection
from jupyter_ctx.core.pictures.pictures import NO_SHOTS, SHARE, Attachment, Shots
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.errors import BudgetError

HISTORY_SHARE = 0.4  # of what rules and question leave, for earlier turns at least
FEW = 0.8  # of that share: turns that take less are never due, whatever is free
RECALLED = "history"  # the kind of old turns in the context: they take what is left
LENT = 60  # tokens by which lines that are joined may seem to cost more
CORRECTIONS = 20  # selections at most, each for what the last one left or lacked
TAGS_GUESS = 20  # tokens of the tags around lines and cells, at first
ROSTER_MARGIN = 4  # tokens that the list of names alone may count less than beside
SLACK = 50  # a fit is kept that leaves less than this part of the room


Break: TypeAlias = tuple[int, int]
"""A place in a payload: the index of a message, and characters of its content."""


class Assembly(msgspec.Struct, frozen=True):
    """What is sent, as messages and as placements; `tokens` is never over `budget`.

    *exact* is false where the model's tokenizer is not to be had, so that the
    count is an estimate from above. *notices* are sentences for the user. *breaks* are
    the ends of what later requests begin with, for providers that want them marked.
    *met* says what became of what the question mentions with `@`.
    """

    messages: tuple[Message, ...]
    tokens: int
    budget: int
    model: str
    items: tuple[Item, ...]
    left_out: tuple[Item, ...]
    exact: bool = True
    notices: tuple[str, ...] = ()
    breaks: tuple[Break, ...] = ()
    met: tuple[Met, ...] = ()


class Frame(msgspec.Struct, frozen=True):
    """What is sent whatever the context: *messages* (rules and turns) and *question*.

    The question is *told* (how to answer) and *prompt*; *asked* says what of it was
    reduced; *gone* are turns beyond their share; *room* is left for the context.
    """

    messages: tuple[Message, ...]
    question: str
    told: str
    prompt: str
    asked: Prompt
    gone: tuple[Message, ...]
    room: int


def frame_of(  # noqa: PLR0913 - each is a fact of the request, given by name
    wanted: Wanted,
    pieces: Iterable[Piece],
    history: Sequence[Message],
    *,
    budget: int,
    counter: Counter,
    rules: str,
    shots: Shots = NO_SHOTS,
) -> Frame:
    """Put rules, the newest turns of *history* and the question within *budget*.

    *pieces* and *shots* are what needs room beside them.

    Raises:
        BudgetError: Rules and question alone exceed it.

    """
    asked = prompt_of(wanted.prompt, counter, budget - counter.count(rules))
    prompt, turns = _question(reduced(history), asked.text)
    told = sendable(duty(wanted))
    question = f"{told}\n\n{prompt}" if told else prompt
    system = Message("system", rules)
    bare = counter.count_messages([system, Message("user", question)])
    share = share_of(pieces, shots, budget - bare, _cost(turns, counter), counter)
    kept = _recent(turns, share, counter)
    start = len(turns) - len(kept)
    messages = (system, *turns[start:])
    room = budget - counter.count_messages([*messages, Message("user", question)])
    if room < 0:
        raise _too_small(budget, rules, question, counter)
    return Frame(messages, question, told, prompt, asked, turns[:start], room)


def share_of(
    pieces: Iterable[Piece], shots: Shots, room: int, spent: int, counter: Counter
) -> int:
    """Give what earlier turns may take of *room* tokens, *spent* being what they take.

    It is what the best of all *pieces* and *shots* leaves free, as far as it matters:
    where the turns are few, their least share is enough.
    """
    least = int(room * HISTORY_SHARE)
    if spent <= FEW * least:
        return least
    needed = sum(
        counter.count(piece.ladder[max(piece.ladder)])
        for piece in pieces
        if piece.ladder and piece.kind != RECALLED
    )
    # A plan has only a share of the room of the context, and so have pictures.
    taken = int(needed / PLAN_SHARE) + int(shots.fit(room).tokens / SHARE)
    return max(least, room - taken)


def room_for_turns(  # noqa: PLR0913 - each is a fact of the request, given by name
    wanted: Wanted,
    pieces: Iterable[Piece],
    history: Sequence[Message],
    *,
    budget: int,
    counter: Counter,
    rules: str,
    shots: Shots = NO_SHOTS,
    is_whole: bool = False,
) -> tuple[int, int, tuple[Message, ...]]:
    """Give what earlier turns may take, what stands beside them, and these turns.

    All in tokens; a question at the end of *history* that was interrupted is joined
    with the new one and no earlier turn. With *is_whole* it is all they may take,
    however few they are.
    """
    asked = prompt_of(wanted.prompt, counter, budget - counter.count(rules))
    prompt, turns = _question(reduced(history), asked.text)
    question = f"{sendable(duty(wanted))}\n\n{prompt}"
    messages = [Message("system", rules), Message("user", question)]
    bare = counter.count_messages(messages)
    spent = budget if is_whole else _cost(turns, counter)
    return share_of(pieces, shots, budget - bare, spent, counter), bare, turns


def assemble(  # noqa: PLR0913 - each is a fact of the request, given by name
    wanted: Wanted,
    pieces: Iterable[Piece],
    history: Sequence[Message],
    *,
    budget: int,
    counter: Counter,
    model: str,
    rules: str = RULES,
    shots: Shots = NO_SHOTS,
) -> Assembly:
    """Lay out *pieces*, *history* and the question within *budget* tokens.

    *history* alternates user and assistant; a user message at its end is an
    interrupted question, joined with the new one. Turns and *shots* beyond their
    share are left out, the oldest first, and reported.

    Raises:
        BudgetError: Rules, question and the folded list of names exceed *budget*.

    """
    offered = list(pieces)
    frame = frame_of(
        *(wanted, offered, history),
        budget=budget,
        counter=counter,
        rules=rules,
        shots=shots,
    )
    seen = shots.fit(frame.room)
    room = frame.room - seen.tokens
    talk, question = list(frame.messages), frame.question
    context, selection = _fit(offered, room, counter, talk, question)
    if not context and any(piece.names for piece in offered):
        raise _too_small(budget, rules, question, counter)
    messages = (*talk, Message("user", context + question, seen.attached))
    placed = placements.placed(selection, counter)
    gone = placements.left_out(selection.left_out)
    return Assembly(
        messages=messages,
        tokens=counter.count_messages(messages),
        budget=budget,
        model=model,
        items=(*items_of(frame, seen, talk, counter), *placed),
        left_out=(*left_out_of(frame, seen, counter), *gone),
        exact=counter.exact and (shots.is_exact or not seen.attached),
        notices=(*frame.asked.notices, *seen.notices),
    )


def items_of(
    frame: Frame, seen: Attachment, talk: Sequence[Message], counter: Counter
) -> list[Item]:
    """List what is sent beside the context; *talk* are rules and turns as said."""
    return [
        *placements.fixed(talk, frame.told, counter),
        placements.question(frame.prompt, frame.asked, counter),
        *seen.items,
    ]


def left_out_of(frame: Frame, seen: Attachment, counter: Counter) -> list[Item]:
    """List what of question, pictures and turns is not sent."""
    gone = placements.left_turns(frame.gone, counter)
    return [*frame.asked.left_out, *seen.left_out, *gone]


def render(pieces: Iterable[Piece], budget: int, counter: Counter) -> str:
    """Give the context part alone, in at most *budget* tokens.

    Raises:
        BudgetError: Not even the number of live names fits *budget*.

    """
    offered = list(pieces)
    text, _ = _fit(offered, budget, counter, None, "")
    if not text and any(piece.names for piece in offered):
        raise BudgetError(
            needed=counter.count(SMALLEST + "\n"), budget=budget, largest="the tags"
        )
    return text


def _question(
    history: Sequence[Message], prompt: str
) -> tuple[str, tuple[Message, ...]]:
    if history and history[-1].role == "user":
        return f"{history[-1].content}\n\n{prompt}", tuple(history[:-1])
    return prompt, tuple(history)


def _cost(turns: Iterable[Message], counter: Counter) -> int:
    return sum(counter.count_messages([one]) for one in turns)


def _recent(
    turns: Sequence[Message], share: int, counter: Counter
) -> Sequence[Message]:
    """Keep the newest whole turns, a user message first, within *share* tokens."""
    start = len(turns)
    spent = 0
    for index in range(len(turns) - 1, -1, -1):
        spent += counter.count_messages([turns[index]])
        if spent > share:
            break
        if turns[index].role == "user":
            start = index
    return turns[start:]


def _too_small(budget: int, rules: str, question: str, counter: Counter) -> BudgetError:
    bare = [Message("system", rules), Message("user", question)]
    parts = {
        "the question": counter.count(question),
        "the rules": counter.count(rules),
    }
    largest = max(parts, key=lambda part: parts[part])
    needed = counter.count_messages(bare) + counter.count(SMALLEST + "\n")
    return BudgetError(needed=needed, budget=budget, largest=largest)


def _fit(
    pieces: list[Piece],
    room: int,
    counter: Counter,
    frame: list[Message] | None,
    question: str,
) -> tuple[str, Selection]:
    """Select, lay out, count the whole, and select again for what was lacking.

    Counts of pieces do not quite add up (tags stand around lines, imports are
    joined), so only the count of the final text decides. What is left is given out
    once more. Where nothing fits, or no open error beside other things, names alone
    stand beside the tail.
    """
    found = _best_fit(pieces, room, counter, frame, question)
    if found is None or not _tells_error(found, pieces):
        least = [_bare(piece) for piece in pieces if piece.names or piece.tail]
        bare = _best_fit(least, room, counter, frame, question)
        if bare is not None and (found is None or _tells_error(bare, pieces)):
            found = bare
    if found is not None:
        return found
    named = [piece for piece in pieces if piece.names]
    for less in range(ROSTER_MARGIN):
        listed = roster.render(named, room - less, counter.count)
        folded = Selection((), listed, tuple(pieces), ())
        if _size(lay_out(folded), counter, frame, question) <= room:
            return lay_out(folded), folded
    return "", Selection((), "", tuple(pieces), ())


def _tells_error(found: tuple[str, Selection], pieces: Iterable[Piece]) -> bool:
    shown = {item.piece.id for item in found[1].placed}
    return all(piece.id in shown for piece in pieces if piece.kind == "error")


def _best_fit(
    pieces: list[Piece],
    room: int,
    counter: Counter,
    frame: list[Message] | None,
    question: str,
) -> tuple[str, Selection] | None:
    best: tuple[str, Selection] | None = None
    target, fitted, failed = room - min(TAGS_GUESS, room // 10), 0, room + LENT + 1
    offer = Offer(pieces, counter.count)
    for _ in range(CORRECTIONS):
        selection = choose(offer, target)
        text = sendable(lay_out(selection))
        left = room - _size(text, counter, frame, question)
        if left >= 0 and (best is None or selection.worth > best[1].worth):
            best = text, selection
        if left >= 0:
            fitted = target
        else:
            failed = min(failed, target)
        if 0 <= left <= room // SLACK or target + left <= 0:
            break
        target = min(target + left, room + LENT)
        if not fitted < target < failed:
            if not fitted or failed - fitted <= max(1, room // SLACK):
                break
            target = (fitted + failed) // 2
    is_told = best is not None and (best[0] or not any(p.names for p in pieces))
    return best if is_told else None


def _bare(piece: Piece) -> Piece:
    """Keep the least of *piece*: the floor in a budget with no room for more."""
    if not piece.tail:
        return replace(piece, ladder={Fidelity.NAME: ""}, beside={}, host=None)
    low = min(piece.ladder)
    return replace(piece, ladder={low: piece.ladder[low]})


def _size(
    text: str, counter: Counter, frame: list[Message] | None, question: str
) -> int:
    if frame is None:
        return counter.count(text)
    whole = [*frame, Message("user", text + question)]
    bare = [*frame, Message("user", question)]
    return counter.count_messages(whole) - counter.count_messages(bare)
