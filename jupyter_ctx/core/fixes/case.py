"""The failing cell and what is live: all that a proposer of fixes looks at."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.render import live_line
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.secrets.redact import PLACEHOLDER
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary

LIVE = 4  # live facts told with one fix
_UNTOLD = ("module", "function", "class")

Node = TypeVar("Node", bound=ast.AST)
Placed = ast.expr | ast.stmt | ast.alias | ast.keyword


class Case(msgspec.Struct, frozen=True):
    """An error at the line of the cell where the user's code failed.

    *source* is that cell as it was written, secrets masked, and *tree* its syntax;
    both are empty where the error is in a file, or where the masks hide lines or
    syntax. Of a cell that is no Python that can be parsed *tree* is empty. *cell_id*
    is empty where no page has told it.
    """

    report: ErrorReport
    state: KernelState
    frame: Frame | None
    source: str = ""
    label: str = "cell"
    cell_id: str = ""
    tree: ast.Module = ast.Module(body=[], type_ignores=[])

    @property
    def cell_run(self) -> int | None:
        """The run whose cell an edit changes."""
        return self.frame.cell_run if self.frame is not None else None

    @property
    def line(self) -> int:
        """The failing line in that cell, from 1."""
        return self.frame.line if self.frame is not None else 0

    def variable(self, name: str) -> Summary | None:
        """Find the live variable *name*."""
        found = (one for one in self.state.variables if one.name == name)
        return next(found, None)

    def live(self, *nodes: ast.AST) -> list[str]:
        """Tell what the kernel knows of the variables that *nodes* name."""
        names = [
            part.id
            for node in nodes
            for part in ast.walk(node)
            if isinstance(part, ast.Name)
        ]
        found = [self.variable(name) for name in dict.fromkeys(names)]
        local = {one.name: one.line for one in self.frame.locals} if self.frame else {}
        told = [
            f"live: {local.get(one.name) or live_line(one)}{_bound(one, self.state)}"
            for one in found
            if one is not None and one.kind not in _UNTOLD
        ]
        return told[:LIVE]

    def module(self, full: str) -> str:
        """Give the live name of the module *full*, or an empty string."""
        for one in self.state.variables:
            if one.kind == "module" and full in (one.module, one.name):
                return one.name
        return ""

    def nodes(self, kind: type[Node]) -> Iterator[Node]:
        """Walk all nodes of *kind* in the cell."""
        return (node for node in ast.walk(self.tree) if isinstance(node, kind))

    def failing(self, kind: type[Node]) -> Iterator[Node]:
        """Walk the nodes of *kind* in the failing statement."""
        statement = self.statement
        nodes = ast.walk(statement) if statement is not None else ()
        return (node for node in nodes if isinstance(node, kind))

    @property
    def statement(self) -> ast.AST | None:
        """The smallest statement around the failing line; a block's head alone."""
        around = [
            node
            for node in self.nodes(ast.stmt)
            if node.lineno <= self.line <= (node.end_lineno or 0)
        ]
        if not around:
            return None
        best = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
        return _head(best)

    def loops(self) -> Iterator[ast.For]:
        """Walk the `for` loops around the failing line, the innermost first."""
        around = [
            node
            for node in self.nodes(ast.For)
            if node.lineno <= self.line <= (node.end_lineno or 0)
        ]
        yield from sorted(around, key=lambda node: -node.lineno)

    def span(self, node: Placed) -> tuple[int, int]:
        """Give start and end of *node* in the source, in characters."""
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return start, end

    def text(self, node: Placed) -> str:
        """Give *node* as written."""
        start, end = self.span(node)
        return self.source[start:end]

    def _offset(self, line: int, column: int) -> int:
        lines = self.source.split("\n")
        written, parsed = lines[line - 1], blank(self.source).split("\n")[line - 1]
        # The parser counts bytes, and does not see what precedes in `%time x`.
        shift = len(written) - len(parsed) if written.endswith(parsed) else 0
        inside = len(parsed.encode()[:column].decode("utf-8", "ignore"))
        return sum(len(one) + 1 for one in lines[: line - 1]) + shift + inside


def case_of(report: ErrorReport, state: KernelState) -> Case:
    """Find the cell of the innermost user frame of *report*."""
    user = [frame for frame in report.frames if frame.is_user]
    frame = user[-1] if user else None
    found = _written(frame, report, state) if frame is not None else None
    if found is None or frame is None:
        return Case(report, state, frame)
    tree = parse(blank(found.source))
    if PLACEHOLDER.search(found.source) and not _is_readable(found, frame, tree):
        return Case(report, state, frame)
    if tree is None:
        tree = ast.Module(body=[], type_ignores=[])
    return Case(
        report, state, frame, found.source, found.label, found.cell_id or "", tree
    )


def _is_readable(execution: Execution, frame: Frame, tree: ast.Module | None) -> bool:
    """Tell whether masks stand inside of texts and leave every line in its place."""
    lines = execution.source.split("\n")
    line = lines[frame.line - 1] if 0 < frame.line <= len(lines) else ""
    return tree is not None and line.strip() == frame.source.strip() != ""


def _bound(summary: Summary, state: KernelState) -> str:
    found = (one.label for one in state.executions if one.run == summary.run)
    label = next(found, "")
    return f", bound in {label}" if label else ""


def _written(frame: Frame, report: ErrorReport, state: KernelState) -> Execution | None:
    """Find the source that *frame* is in; of an earlier kernel's error the cell."""
    found = (one for one in state.executions if one.run == frame.cell_run)
    execution = next(found, None) if frame.cell_run is not None else None
    document = state.document
    if execution is None and document is not None and report.run is None:
        cell = document.find(report.cell_id)
        if cell is not None and frame.where == f"In[{cell.execution_count}]":
            execution = Execution(
                0,
                cell.source,
                cell.execution_count,
                cell.id,
                language=document.language,
            )
    return execution if execution is not None and not execution.language else None


def _head(node: ast.stmt) -> ast.AST:
    """Give *node* without the statements inside of it."""
    if not getattr(node, "body", None):
        return node
    parts = [
        child
        for child in ast.iter_child_nodes(node)
        if not isinstance(child, ast.stmt | ast.excepthandler)
    ]
    return ast.Module(body=parts, type_ignores=[])  # type: ignore[arg-type]
