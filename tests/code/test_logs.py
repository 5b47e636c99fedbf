"""Pasted logs: of thousands of lines the errors with file and line."""

from __future__ import annotations

import time

import pytest

from jupyter_ctx.code.logs import Log, LogError, errors, log_of

PYTHON = """\
2024-05-01 10:00:00,123 INFO start
Traceback (most recent call last):
  File "/app/main.py", line 12, in <module>
    run()
  File "/app/jobs.py", line 40, in run
    frame = pd.read_csv(path)
  File "/usr/lib/python3.11/site-packages/pandas/io/parsers.py", line 900, in read_csv
    return _read(path)
FileNotFoundError: [Errno 2] No such file or directory: 'x.csv'
2024-05-01 10:00:01,000 INFO end
"""
CASES = {
    "python": (
        PYTHON,
        LogError(
            "FileNotFoundError: [Errno 2] No such file or directory: 'x.csv'",
            "/app/jobs.py",
            40,
            "frame = pd.read_csv(path)",
        ),
    ),
    "cell": (
        """ValueError    Traceback (most recent call last)
Cell In[5], line 2\n      1 x = 1\n----> 2 f(x)\n\nValueError: no""",
        LogError("ValueError: no", "In[5]", 2, "f(x)"),
    ),
    "compiler": (
        "gcc -c x.c\nsrc/x.c:12:5: error: 'y' undeclared\nmake: *** [x.o] Error 1",
        LogError("error: 'y' undeclared", "src/x.c", 12),
    ),
    "node": (
        """TypeError: Cannot read properties of undefined
    at load (/srv/app/index.js:10:15)\n    at node:internal/x:1:1""",
        LogError(
            "TypeError: Cannot read properties of undefined", "/srv/app/index.js", 10
        ),
    ),
    "java": (
        """Exception in thread "main" java.lang.IllegalStateException: closed
\tat com.acme.Job.run(Job.java:33)""",
        LogError("java.lang.IllegalStateException: closed", "Job.java", 33),
    ),
    "level": (
        "[2024-05-01T10:00:00Z] \x1b[31mERROR\x1b[0m worker: connection refused",
        LogError("worker: connection refused"),
    ),
    "pytest": (
        """>       assert 1 == 2\nE       assert 1 == 2\n
tests/test_x.py:7: AssertionError""",
        LogError("AssertionError: assert 1 == 2", "tests/test_x.py", 7),
    ),
    "rust": (
        "error[E0382]: borrow of moved value: `v`\n --> src/main.rs:6:20\n  |",
        LogError("error[E0382]: borrow of moved value: `v`", "src/main.rs", 6),
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_error_file_and_line_are_found(kind):
    """The message, the file of the user and the line are what is left of a log."""
    text, expected = CASES[kind]
    assert expected in errors(text)


def test_thousands_of_lines_become_a_few():
    """Repeated errors are counted, ordinary lines are gone, the result says both."""
    noise = "".join(f"2024-05-01 10:00:00 INFO step {n} done\n" for n in range(5_000))
    repeated = "2024-05-01 10:00:01 ERROR worker: connection refused\n" * 300
    assert log_of(noise + PYTHON + repeated) == Log(
        "[5,310 pasted lines left out; 2 different errors in them:]\n"
        "FileNotFoundError: [Errno 2] No such file or directory: 'x.csv'"
        " (/app/jobs.py, line 40: frame = pd.read_csv(path))\n"
        "worker: connection refused (300 times)",
        2,
    )


@pytest.mark.parametrize(
    "text", ["", "hello\nworld", "why is there an error in my plot?"]
)
def test_ordinary_text_is_no_log(text):
    """What holds no error of a log is given back as it is."""
    assert errors(text) == ()
    assert log_of(text) == Log(text, 0)


@pytest.mark.parametrize(
    "part", ["Error", "a.b:", "at (", 'File "', "ERROR ", "x.py:1:"]
)
def test_time_grows_with_the_text_only(part):
    """Four times the text takes about four times the time, whatever it repeats."""
    taken = []
    for size in (25_000, 100_000):
        start = time.process_time()
        errors(part * (size // len(part)))
        taken.append(time.process_time() - start)
    assert taken[1] < 10 * taken[0] + 0.1
