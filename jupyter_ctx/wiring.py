"""How the manager is wired: the store, the gateway and all that it is given."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import STRATEGIES, Ways
from jupyter_ctx.core.engine.kinds import answers, table
from jupyter_ctx.core.privacy import is_as_strict
from jupyter_ctx.errors import CtxError
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.local import model_path
from jupyter_ctx.gateway.named import key_for
from jupyter_ctx.gateway.patience import PatientGateway
from jupyter_ctx.gateway.process import WorkerGateway, idle_limit
from jupyter_ctx.gateway.profiles import Settings
from jupyter_ctx.kernel.pictures import Albums
from jupyter_ctx.kernel.providers.desk import Desk, beside
from jupyter_ctx.manager import Manager
from jupyter_ctx.manager.hiding import Hiding
from jupyter_ctx.manager.identity import Identity, alias_of, begin
from jupyter_ctx.manager.services import Services
from jupyter_ctx.manager.standing.drafts import Drafts
from jupyter_ctx.manager.standing.head import Standing
from jupyter_ctx.manager.standing.remembering import MemoryDesk
from jupyter_ctx.store import Store, default_path
from jupyter_ctx.tokens import counter_for, learn
from jupyter_ctx.ui.rules import own_rules
from jupyter_ctx.workspace.memory import MemoryFile, files
from jupyter_ctx.workspace.project import Project

if TYPE_CHECKING:
    from jupyter_ctx.extension import Session
    from jupyter_ctx.kernel.sight import Sight
    from jupyter_ctx.ui.settings import JupyterCtx


class Made(NamedTuple):
    """What belongs together: the manager, which notebook it serves, its services."""

    manager: Manager
    identity: Identity
    services: Services


def make_manager(session: Session, sight: Sight) -> Made:
    """Make the manager of *session* and what it is given."""
    config = session.config
    masker = session.recorder.covering(session.masker().mask)
    store = Store(default_path(os.environ), masker)
    project = Project(beside, _originals())
    services = Services(
        gateway=PatientGateway(
            WorkerGateway(
                config.worker_python,
                key_for=key_for,
                path_for=model_path,
                idle=lambda: idle_limit(config.idle_limit),
            )
        ),
        store=store,
        masker=masker,
        offer=session.desk.offer,
        counter_for=counter_for,
        on_interrupt=lambda: "keep" if config.on_interrupt == "keep" else "drop",
        learn=learn,
        album=Albums(session.recorder.log.album, session.enclosures.album),
        enclosed=session.enclosures.find,
        vision=lambda profile: vision(session, profile),
        answers=lambda: answers(config.request_kinds),
        prune_after=lambda: config.prune_after,
        hider=sight,
        memory=lambda: memory_files(session),
        system=lambda: own_rules(config.system_prompt, beside()),
        project=lambda: project if config.reads_project else None,
        meet=session.guide.meet,
        ways=lambda: ways(config),
        summariser=lambda profile: summariser(session, profile),
    )
    alias = alias_of(os.environ)
    manager = Manager(services, begin(store, alias))
    return Made(manager, Identity(manager, store, alias), services)


def _originals() -> Path:
    """Give the folder for texts of files as they were before we changed them."""
    return default_path(os.environ).parent / "originals"


def ways(config: JupyterCtx) -> Ways:
    """Read how old turns are kept within their share."""
    return Ways(
        strategy=next(s for s in STRATEGIES if s == config.compaction),
        form=config.compaction_form,
        last=config.compaction_last,
        every=config.compaction_every,
        notes=config.memory_note,
    )


def summariser(session: Session, profile: Profile) -> Profile:
    """Decide who summarises what *profile*'s model was told.

    A model that may know less than that is not told of it.
    """
    if not session.config.summariser:
        return profile
    try:
        made = session.profile(Settings(model=session.config.summariser))
    except CtxError:
        return profile
    is_allowed = is_as_strict(profile.privacy, made.privacy)
    return replace(made, privacy=profile.privacy) if is_allowed else profile


def vision(session: Session, profile: Profile) -> Profile | None:
    """Decide who describes pictures to *profile*'s model; one that may be told them."""
    if not session.config.vision_profile:
        return None
    try:
        made = session.profile(Settings(model=session.config.vision_profile))
    except CtxError:
        return None
    return made if is_as_strict(profile.privacy, made.privacy) else None


def memory_files(session: Session) -> tuple[MemoryFile, ...]:
    """Read the memory files, unless nothing beside the notebook is to be read."""
    return files(beside()) if session.config.reads_project else ()


def make_memory(session: Session, services: Services) -> tuple[MemoryDesk, Drafts]:
    """Make what changes the memory files of *session*'s notebook."""
    manager = session.manager
    standing = Standing(services, Hiding(services.masker))
    desk = MemoryDesk(
        where=beside,
        files=lambda: memory_files(session),
        head=lambda: standing.head(manager.conversation, session.profile()),
        originals=_originals(),
    )
    return desk, Drafts(services, lambda: manager.conversation, session.state)


def make_desk(session: Session) -> Desk:
    """Make what asks the providers, those of other packages too."""
    config = session.config
    return Desk(
        session.masker().mask,
        beside,
        lambda: table(config.request_kinds),
        lambda: config.reads_project,
        lambda: session.identity.keeping.keeps,
    )
