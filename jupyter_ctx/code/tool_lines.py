"""Lines that a program printed and no person writes, known by their shape."""

from __future__ import annotations

import re

LINE = 2_000  # characters of a line that are read

_LEVEL = (
    "INFO|WARN|WARNING|ERROR|ERR|DEBUG|FATAL|CRITICAL|TRACE|SEVERE|NOTICE|LOG|STATEMENT"
)
_STAMP = r"\d{2,4}[-/.]\d\d[-/.]\d{2,4}[T ,]+\d\d:\d\d:\d\d"
_AT = r"(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))"
_PATH = r"[\w./\\@~+:-]{1,300}\.\w{1,6}"

# Each alternative is anchored at the start, and none can backtrack far.
_SURE = re.compile(
    "|".join(
        (
            # logging
            rf"[\[(]?{_STAMP}.{{0,80}}?\b(?:{_LEVEL})\b",
            rf"(?:\[?(?:{_LEVEL})\]?:? ?[\[(]?{_STAMP})",
            rf"\[?(?:{_LEVEL})\]?(?::\w[\w.]*:|: |\] )",
            r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} [^\s:]{1,80}: ",
            r"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{3,9} ",
            r"\{.{0,300}\"(?:level|levelname|severity|lvl)\": ?\"\w{3,9}\".{0,1500}\}$",
            r"(?:ts|time|level)=\S.{0,200}\b(?:level|msg)=",
            # stack traces
            r"\s+at \S.{0,400}[(:@].{0,300}(?:\)|:\d+)$",
            r"(?:Caused by: |Suppressed: |Exception in thread \")",
            r"(?::|Caused by) org\.\w+\.",
            r"\s+\.\.\. \d+ (?:more|common frames omitted)$",
            r"Node\.js v\d",
            r"goroutine \d+ \[|panic: |exit status \d|\S+\(\.\.\.\)$|\t/\S+\.go:\d+",
            r"thread '[^']{0,80}' panicked|stack backtrace:$|note: ",
            r" {0,4}\d{1,4}: \S+::",
            r"(?:Stacktrace|Backtrace|Traceback):$|in expression starting at ",
            r" ?\[\d{1,4}\] (?:[\w!.#]+(?:\(|$)|top-level scope)|\s+@ \S",
            r"Error in [`\w]|Caused by error|Execution halted|Calls: \S+ ->",
            r"[\u2139✖!] \S|\s+\d{1,4}\. [├└│]|\s+▆",
            # compilers and linters
            rf"{_PATH}{_AT}:? (?:- )?(?:fatal )?(?:error|warning|note|remark)\b",
            rf"{_PATH}: In (?:function|member|instantiation)",
            rf"\s*{_PATH}{_AT}$",
            r"In file included from |make(?:\[\d+\])?: \*\*\* |collect2: ",
            r"\S{0,40}/ld: |\S{1,80}:\(\.text\S{0,20}\): ",
            r"\s*\d+ (?:error|warning)s? (?:and \d+ warnings? )?(?:generated|potent)",
            r"Found \d+ errors?\b|✖ \d+ problems?|\s+\d+:\d+\s+(?:error|warning)\s",
            r"(?:error|warning)(?:\[\w{1,12}\])?: |\s+--> \S+:\d+",
            r"For more information about this error|error: could not compile",
            r"\s+(?:Compiling|Checking|Finished|Downloaded|Running|Building) \S+ ",
            # tests
            r"={4,} .{0,200} ={4,}$|_{4,} .{0,200} _{4,}$|E  {2,}\S|>  {2,}\S",
            r"(?:FAILED|PASSED|ERROR|XFAIL|SKIPPED) \S+::|\S+::\S+ (?:FAILED|PASSED)",
            r"platform \w+ -- Python|rootdir: |plugins: |collected \d+ items?",
            r"\S+\.py [.FEsx]+\s+\[\s*\d+%\]|\S+\.py:\d+: \w+$",
            # installers, builds, version control
            r"npm (?:ERR!|error|WARN|warn|notice|verb)|yarn run v|\$ [\w./-]+",
            r"(?:Collecting|Downloading|Using cached|Requirement already satisfied) ",
            r"\s+(?:Downloading|Using cached|Preparing metadata|Installing) ",
            r"(?:Successfully (?:built|installed)|Building wheel|Installing coll)",
            r"#\d+ (?:\[(?:internal|[\w-]* ?\d+/\d+)|\d+\.\d+ |DONE|CACHED|ERROR)",
            r"#\d+ (?:transferring|sha256:|resolve|extracting|exporting) ",
            r"\d+\.\d{3} \S| > \[[^\]]{1,60}\] |Dockerfile:\d+$|ERROR: failed to",
            r"(?:fatal|hint|remote): | ! \[\w+\] |To \S+:\S+\.git$",
            # databases, devices, workers
            r"LINE \d+: |(?:HINT|DETAIL|CONTEXT|STATEMENT):  |\[SQL: |\(Background on",
            r"\[parameters: |\S+\.cu:\d+: \S+: block: |CUDA kernel errors might",
            r"For debugging consider passing CUDA|Compile with `TORCH_USE_CUDA",
            r"(?:Key|Function|args|kwargs|Exception): {2,}|Exception: \"\w",
            # progress
            r".{0,200}\d%\|.{0,200}\|",
            r".{0,100}\b\d+/\d+ \[.{0,60}(?:it/s|s/it|s/step|\?it/s)",
        )
    )
)
_COLOUR = re.compile(
    r"\x1b\[[0-9;?]{0,20}[A-Za-z]|\x1b\][^\x07\x1b]{0,300}(?:\x07|\x1b\\)"
)
_OPENS = re.compile(
    r"[-=]{20,}$|/\S{1,300}\.\w{1,6}$|\$ \S|\S{1,60}@\S{1,60}[$#] \S"
    r"|(?:Uncaught )?(?:\w+[.:]){0,9}\w{0,80}(?:Error|Exception)(?:: |$)"
)
_MORE = re.compile(r"\s|$|[\d ]* ?\||\d{1,6} {2,}\S|[╭│╰─┏┃┗]|-{4,}$|={4,}$|>>>|[├└]")
_SAID = re.compile(
    r"\?|[^\x00-\u024f\u2000-\u2bff]|\b(?:I|I'm|my|we|our|you|how|why|what|please|help|"
    r"then|but|and|also|after|when|this|here|ich|wir|und|dann|aber|bitte|warum|wie|"
    r"je|nous|mais|puis|pourquoi|voici|pero|luego|aqu[ií])\b",
    re.IGNORECASE,
)


def plain(line: str) -> str:
    """Give what a terminal shows of *line*, without colours and overwritten parts."""
    if "\r" in line:
        line = line.rstrip("\r").rpartition("\r")[2]
    return (_COLOUR.sub("", line) if "\x1b" in line else line)[:LINE].rstrip()


def is_printed(line: str) -> bool:
    """Tell whether *line*, plain, was surely printed by a program."""
    return _SURE.match(line) is not None


def is_opening(line: str) -> bool:
    """Tell whether *line*, right above a printed one, belongs to it."""
    return _OPENS.match(line) is not None


def is_more(line: str) -> bool:
    """Tell whether *line* may go on with what a program printed above it."""
    return _MORE.match(line) is not None


def is_said(line: str) -> bool:
    """Tell whether *line* reads as the words of a person."""
    return _SAID.search(line) is not None
