"""The notebook's project as plans see it: listed, searched, written, tested."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path

import msgspec

from jupyter_ctx.core.planning.splices import spliced
from jupyter_ctx.core.talk.events import Splice
from jupyter_ctx.errors import FileError
from jupyter_ctx.workspace import writing
from jupyter_ctx.workspace.folder import Folder, folder
from jupyter_ctx.workspace.scan import Scan, scan
from jupyter_ctx.workspace.writing import FileText

TEST_LIMIT = 120.0  # seconds of the tests of one file
OUTPUT = 100_000  # bytes of what they print that are read, from the end
QUIET = ("-p", "no:cacheprovider")  # nothing is left in the user's folder
TICK = 0.1  # seconds between two looks at a running test


class Ran(msgspec.Struct, frozen=True):
    """How the tests of a file went, with the end of what they printed."""

    passed: bool
    output: str


class Project:
    """Asks the disk at each call, so that nothing here is ever out of date."""

    def __init__(self, where: Callable[[], Path], originals: Path) -> None:
        self._where = where
        self._originals = originals

    @property
    def key(self) -> str:
        """A hash of the folder, which tells it from other projects."""
        root = self.listed().root.encode("utf-8", "surrogateescape")
        return hashlib.sha256(root).hexdigest()[:16]

    def listed(self) -> Folder:
        """List the files, those aside that git ignores."""
        return folder(self._where())

    def search(self, words: Collection[str]) -> Scan:
        """Find the files that have one of *words*."""
        return scan(self.listed(), words)

    def fault(self, path: str) -> str:
        """Say why *path* may not be written, or nothing."""
        try:
            self._place(path)
        except FileError as error:
            return str(error)
        return ""

    def _place(self, path: str) -> Path:
        """Give where *path* is; what is hidden must be a file of the listing."""
        of = self.listed()
        whole = writing.place(of.root, path)
        names = whole.relative_to(Path(of.root).resolve()).parts
        if any(name.startswith(".") for name in names) and path not in of.known:
            msg = f"{path} is hidden, and no file of the project; change it by hand."
            raise FileError(msg)
        return whole

    def look(self, path: str) -> FileText | None:
        """Read a file; None where none is there.

        Raises:
            FileError: It is none that may be read here.

        """
        if not self._place(path).exists():
            return None
        return writing.look(self.listed().root, path)

    def write(
        self,
        path: str,
        edits: Collection[Splice],
        base: str,
        mask: Callable[[str], str],
        ready: Callable[[str, str], None] = lambda *_: None,
    ) -> tuple[str, str]:
        """Make *edits* to the file whose hash is *base*; give its new and old hash.

        What an edit has masked is put back from the file, which *mask* masks. *ready*
        is told both hashes before the file changes: a crash may come between.

        Raises:
            FileError: The file is not as it was shown; nothing was written.

        """
        root = self.listed().root
        now = self.look(path)
        if (now.digest if now is not None else writing.NEW) != base:
            msg = f"{path} was changed since it was shown; nothing was written."
            raise FileError(msg)
        lines = now.lines if now is not None else ("",)
        masked = mask(now.text if now is not None else "").split("\n")
        end = "\r" if now is not None and now.newline == "\r\n" else ""
        made = spliced(lines, edits, masked, end)
        if made is None or len(masked) != len(lines):
            msg = (
                f"{path} holds a secret that was masked, and it is not clear where it "
                "belongs; nothing was written. Make this change by hand."
            )
            raise FileError(msg)
        try:
            content = writing.as_bytes(made, now)
        except UnicodeEncodeError as error:
            msg = f"{path} cannot hold the new text in its encoding ({error.encoding})."
            raise FileError(msg) from error
        after = writing.digest_of(content)
        kept = writing.write(
            root,
            path,
            content,
            base,
            self._originals,
            ready=lambda original: ready(after, original),
        )
        return after, kept

    def restore(self, path: str, after: str, original: str) -> None:
        """Put the original of a written file back.

        Raises:
            FileError: It was changed since.

        """
        root = self.listed().root
        writing.restore(root, path, after, original, self._originals)

    def test(self, path: str, is_stopped: Callable[[], bool]) -> Ran:
        """Run the tests of one file, in a process of their own, on a user's click."""
        root = self.listed().root
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", *QUIET]
        read, write = os.pipe()
        try:
            process = subprocess.Popen(  # noqa: S603 - a listed path, no shell
                [*command, path],
                cwd=root,
                stdin=subprocess.DEVNULL,
                stdout=write,
                stderr=write,
                env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
                start_new_session=True,
            )
        except OSError as error:
            os.close(read)
            return Ran(False, f"The tests could not be started ({error.strerror}).")
        finally:
            os.close(write)
        return _followed(process, read, is_stopped)


def _followed(
    process: subprocess.Popen[bytes], read: int, is_stopped: Callable[[], bool]
) -> Ran:
    until = time.monotonic() + TEST_LIMIT
    os.set_blocking(read, False)
    output = b""
    try:
        while process.poll() is None and time.monotonic() < until and not is_stopped():
            output = (output + _some(read))[-OUTPUT:]
            time.sleep(TICK)
        is_over = process.poll() is not None
        if not is_over:
            _kill(process)
        process.wait()
        output = (output + _some(read))[-OUTPUT:]
    finally:
        os.close(read)
    text = output.decode("utf-8", "replace").replace("\r\n", "\n")
    if not is_over:
        text += f"\nStopped: after {TEST_LIMIT:.0f} seconds, or by the user."
    return Ran(is_over and process.returncode == 0, text)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the tests with all that they started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # no groups here, or it has just ended
        process.kill()


def _some(read: int) -> bytes:
    found = b""
    while True:
        try:
            more = os.read(read, 65_536)
        except BlockingIOError:
            return found
        if not more:
            return found
        found = (found + more)[-OUTPUT:]
