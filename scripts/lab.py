"""Open JupyterLab with the first demo, with the best model that is to be had."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / ".jupyter-lab"  # git-ignored: notebooks are opened as copies
NOTEBOOKS = WORK / "notebooks"
DEMO = "01_first_question.ipynb"
PORTS_TRIED = 50
MODELS = ("0.5b", "1.5b", "none")


def main() -> int:
    """Install the embedded model unless another is set, then start JupyterLab."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="")
    parser.add_argument("--port", default="8888")
    given = parser.parse_args()
    if given.model and given.model not in MODELS:
        sys.stderr.write(f"MODEL is one of {', '.join(MODELS)}.\n")
        return 2
    environment = choose_model(given.model, dict(os.environ))
    notebook = copy_demo()
    return start_lab(notebook, given.port, environment)


def choose_model(model: str, environment: dict[str, str]) -> dict[str, str]:
    """Decide who answers; a failed download ends in the model-free mode."""
    if model == "none":
        say("No model: quick fixes and facts about live variables work without one.")
        return {**environment, "JUPYTER_CTX_MODEL": "none"}
    if not model:
        found = already_there(environment)
        if found:
            say(f"Model: {found}.")
            return environment
        model = "0.5b"
    command = [sys.executable, "-m", "jupyter_ctx.ui.cli", "model", "install", model]
    if subprocess.run(command, check=False).returncode != 0:  # noqa: S603
        say("Going on without a model: quick fixes and facts still work.")
        return environment
    return {**environment, "JUPYTER_CTX_MODEL": f"embedded:{model}"}


def already_there(environment: dict[str, str]) -> str:
    """Name what answers without a download: a set model or a local server."""
    from jupyter_ctx.errors import CtxError  # noqa: PLC0415
    from jupyter_ctx.gateway.profiles import Settings, resolve  # noqa: PLC0415

    try:
        profile = resolve(Settings(), environment)
    except CtxError as error:
        say(str(error))
        return ""
    if profile.is_model_free and environment.get("JUPYTER_CTX_MODEL"):
        return "none, as set"
    return f"{profile.model} ({profile.origin})" if profile.model else ""


def copy_demo() -> Path:
    """Copy the demo notebooks; what the user changed in a copy is never lost."""
    NOTEBOOKS.mkdir(parents=True, exist_ok=True)
    for source in sorted((ROOT / "demo_notebooks").glob("*.ipynb")):
        target = NOTEBOOKS / source.name
        if not target.exists():
            shutil.copyfile(source, target)
    return NOTEBOOKS / DEMO


def start_lab(notebook: Path, port: str, environment: dict[str, str]) -> int:
    """Run JupyterLab until it is stopped, and say where the notebook is."""
    settings = WORK / "settings"
    quiet = settings / "@jupyterlab/apputils-extension"
    quiet.mkdir(parents=True, exist_ok=True)
    news = json.dumps({"fetchNews": "false", "checkForUpdates": False})
    (quiet / "notification.jupyterlab-settings").write_text(news, "utf-8")
    token = secrets.token_hex(16)
    environment["JUPYTERLAB_SETTINGS_DIR"] = str(settings)
    environment["JUPYTERLAB_WORKSPACES_DIR"] = str(WORK / "workspaces")
    environment["JUPYTER_TOKEN"] = token  # not an argument: those can be listed
    free = free_port(int(port))
    command = [sys.executable, "-m", "jupyter", "lab", f"--port={free}"]
    command.append("--ServerApp.port_retries=0")
    if not (environment.get("DISPLAY") or sys.platform in ("darwin", "win32")):
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    address = f"http://127.0.0.1:{free}/lab/tree/{notebook.name}?token={token}"
    say(f"JupyterLab opens {notebook.name} at\n    {address}\nStop it with Ctrl-C.")
    try:
        return subprocess.run(  # noqa: S603
            [*command, "--log-level=WARN", str(notebook)],
            cwd=NOTEBOOKS,
            env=environment,
            check=False,
        ).returncode
    except KeyboardInterrupt:
        return 0


def free_port(first: int) -> int:
    """Find the first port from *first* on that nobody listens at."""
    for port in range(first, first + PORTS_TRIED):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    return first


def say(line: str) -> None:
    """Print *line* at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
