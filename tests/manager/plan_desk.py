"""A manager with a project on disk, whose plans are walked through by choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.planning.plans import Plan
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Conversation, Reply, TurnId
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.manager import Manager, Services
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from jupyter_ctx.workspace import memory
from jupyter_ctx.workspace.project import Project
from tests.core.counting import SignCounter
from tests.manager.desk import PROFILE, Desk
from tests.store.test_store import Mask

NO_MODEL = Profile("")


def state_of(cells: Sequence[str], failing: Sequence[int] = ()) -> KernelState:
    """Run *cells* as `c1`, `c2`, …; those whose numbers are *failing* failed."""
    runs = tuple(
        Execution(
            run=n,
            source=source,
            execution_count=n,
            cell_id=f"c{n}",
            status="error" if n in failing else "ok",
            outputs=(Output("error", "NameError: no such thing"),)
            if n in failing
            else (),
        )
        for n, source in enumerate(cells, 1)
    )
    return KernelState(executions=runs, as_of_run=len(runs))


@dataclass
class PlanDesk(Desk):
    """Asks for a plan, picks choices by their label, and reads what came of it."""

    root: Path = field(default_factory=Path)

    @property
    def conversation(self) -> Conversation:
        """The conversation now."""
        return self.manager.conversation

    @property
    def last(self) -> Reply:
        """The newest reply."""
        return self.reply(self.conversation.tip)

    @property
    def plan(self) -> Plan:
        """The newest plan."""
        found = self.conversation.plans.newest
        assert found is not None
        return found

    def cells(self, *sources: str, failing: Sequence[int] = ()) -> None:
        """Let the kernel have run *sources*, one cell each."""
        self.state = state_of(sources, failing)

    def propose(self, goal: str, **more: object) -> Reply:
        """Ask for a plan."""
        self.ask(goal, request="plan", **more)
        return self.last

    def pick(self, label: str, **more: object) -> Reply:
        """Select the choice with this label of the newest reply."""
        turn = self.conversation.tip
        found = [one for one in self.last.choices if one.label == label]
        assert found, (self.last.text, [one.label for one in self.last.choices])
        occasion = self.occasion(door="click", **more)
        self.ended(self.manager.choose(turn, found[0].id, occasion))
        return self.last

    @property
    def labels(self) -> list[str]:
        """What the newest reply offers."""
        return [one.label for one in self.last.choices]

    def statuses(self) -> list[str]:
        """Tell of each step of the newest plan what became of it."""
        return [one.status for one in self.plan.steps]

    def text(self, path: str) -> str:
        """Read a file of the project."""
        return (self.root / path).read_text("utf-8")

    def turns(self) -> list[TurnId]:
        """List the turns of the branch."""
        return [one.id for one in self.conversation.branch()]


@contextmanager
def planning(
    root: Path, *, profile: Profile = PROFILE, store: Store | None = None
) -> Iterator[PlanDesk]:
    """Open a desk in the project's folder *root*, made if it is not there."""
    project = root / "project"
    project.mkdir(exist_ok=True)
    (project / "pyproject.toml").touch()
    gateway = ScriptedGateway()
    files = Project(lambda: project, root / "originals")
    services = Services(
        gateway=gateway,
        store=store or Store(None, Mask()),
        masker=Mask(),
        offer=lambda _: (),
        counter_for=lambda _: SignCounter(),
        project=lambda: files,
        memory=lambda: memory.files(project),
    )
    manager = Manager(services, "one")
    try:
        yield PlanDesk(manager, gateway, profile=profile, root=project)
    finally:
        manager.close()


def put(root: Path, **files: str) -> None:
    """Write files; `__` stands for the dot and `___` for a slash of a path."""
    for name, text in files.items():
        path = root / name.replace("___", "/").replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))


def as_model(profile: Profile = PROFILE, **more: object) -> Profile:
    """Give a profile with *more*."""
    return msgspec.structs.replace(profile, **more)
