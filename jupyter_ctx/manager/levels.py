"""Privacy levels that the user picked, per model and conversation."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.privacy import LEVELS, Level, level
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.manager.manager import Manager
from jupyter_ctx.store import Store


class Levels:
    """Remembers picks with the conversation: a new kernel must not send more.

    Where the store cannot be written they hold until the kernel ends.
    """

    def __init__(self, manager: Manager, store: Store) -> None:
        self._manager = manager
        self._store = store
        self._picked: dict[tuple[str, str], str] = {}

    def pick(self, profile: Profile, wanted: str) -> None:
        """Let the level *wanted* count for the model of *profile*; empty: as set.

        Raises:
            SettingError: There is no such level.

        """
        chosen = level(wanted) if wanted else ""
        key = self._key(profile)
        self._picked[key] = chosen
        self._store.set_level(*key, chosen)

    def applied(self, profile: Profile) -> Profile:
        """Give *profile* with the level that was picked for it, if one was."""
        key = self._key(profile)
        # What was picked here wins: the store may not be writable.
        kept = self._picked[key] if key in self._picked else self._store.level(*key)
        picked: Level = next((one for one in LEVELS if one == kept), profile.privacy)
        return msgspec.structs.replace(profile, privacy=picked)

    def _key(self, profile: Profile) -> tuple[str, str]:
        where = f"{profile.model} {profile.api_base or ''}".strip()
        if profile.name:  # of two profiles with one model each has a level of its own
            where = f"{profile.name}: {where}"
        return self._manager.conversation_id, where
