"""What other packages may rely on."""

import importlib.metadata
import inspect

import jupyter_ctx
from jupyter_ctx import errors


def test_the_public_names_are_these():
    """Adding or removing a public name is a decision, not an accident."""
    assert sorted(jupyter_ctx.__all__) == [
        "__version__",
        "attach",
        "context",
        "load_ipython_extension",
        "unload_ipython_extension",
    ]


def test_the_version_is_that_of_the_package():
    """The version in the module and in the metadata are one."""
    assert jupyter_ctx.__version__ == importlib.metadata.version("jupyter_ctx")


def test_jupyter_finds_the_sub_command():
    """`jupyter ctx` works through a console script named `jupyter-ctx`."""
    scripts = importlib.metadata.entry_points(group="console_scripts")

    assert scripts["jupyter-ctx"].value == "jupyter_ctx.ui.cli:main"


def test_every_error_is_drawn_in_the_tree():
    """The docstring of `errors` shows each class, and all descend from one."""
    classes = [c for _, c in inspect.getmembers(errors, inspect.isclass)]
    drawn = errors.__doc__ or ""

    assert [c.__name__ for c in classes if c.__name__ not in drawn] == []
    assert all(issubclass(c, errors.CtxError) for c in classes)
