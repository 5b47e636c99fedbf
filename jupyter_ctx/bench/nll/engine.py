"""The model that scores: llama.cpp's low-level calls, for the log-likelihood of a text.

Two packages bring them: `llama-cpp-python`, built on the machine, and the prebuilt
`ik-llama-cpp-python`. Neither is needed by anything but this benchmark.
"""

from __future__ import annotations

import ctypes
import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from jupyter_ctx.errors import SettingError

BATCH = 512  # tokens that are read at once
THREADS = 1  # two on a busy machine are slower: barriers of OpenMP spin
WINDOW = 4_096  # tokens of context and target together
PIECE = 256  # bytes that a token is long at most

_ENGINES = ("llama_cpp", "ik_llama_cpp")
_MISSING = (
    "--nll needs an engine that tells likelihoods. Run `pip install "
    "'jupyter_ctx[bench]'` (builds llama-cpp-python), or `pip install "
    "ik-llama-cpp-python` where that has a wheel."
)


class Scorer(Protocol):
    """Whoever tells how likely a text is after another one."""

    name: str

    def tokens(self, text: str) -> list[int]:
        """Give the model's tokens of *text*, none added."""
        ...

    def pieces(self, tokens: Sequence[int]) -> list[bytes]:
        """Give the bytes that each token stands for."""
        ...

    def losses(self, context: Sequence[int], target: Sequence[int]) -> list[float]:
        """Give the negative log-likelihood of each token of *target*, in nats."""
        ...


class LlamaScorer:
    """A GGUF file, read once; one sequence at a time, on one thread.

    Raises:
        SettingError: There is no engine, or no model in *path*.

    """

    def __init__(self, path: str, *, window: int = WINDOW) -> None:
        if not Path(path).is_file():
            msg = (
                f"There is no model file {path}. Name a GGUF file: --nll MODEL.gguf; "
                "`jupyter ctx model install 0.5b` fetches one."
            )
            raise SettingError(msg)
        # Spinning barriers of OpenMP starve a busy machine; read when it loads.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        self._api = _engine()
        self._is_ik = self._api.__name__.startswith("ik_")
        self._quiet()
        self._api.llama_backend_init()
        self._model = self._loaded(path)
        self._context = self._opened(window)
        vocabulary = self._api.llama_model_get_vocab(self._model)
        self._size = int(self._api.llama_vocab_n_tokens(vocabulary))
        # The older calls of the fork ask the model itself for its words.
        self._words = self._model if self._is_ik else vocabulary
        self._window = window
        self.name = Path(path).stem

    def tokens(self, text: str) -> list[int]:
        """Give the model's tokens of *text*, none added; tags in it are plain text."""
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        found = (self._api.llama_token * room)()
        arguments = (self._words, data, len(data), found, room, False, False)
        count = self._api.llama_tokenize(*arguments)
        return list(found[: max(0, count)])

    def pieces(self, tokens: Sequence[int]) -> list[bytes]:
        """Give the bytes that each token stands for."""
        return [self._piece(token) for token in tokens]

    def losses(self, context: Sequence[int], target: Sequence[int]) -> list[float]:
        """Give the negative log-likelihood of each token of *target*, in nats.

        Each is predicted from *context*, which is not empty, and what precedes it.

        Raises:
            SettingError: Both are longer than the window.

        """
        whole = [*context, *target]
        if len(whole) > self._window:
            msg = f"{len(whole)} tokens exceed the window of {self._window}."
            raise SettingError(msg)
        self._forget()
        told: list[float] = []
        first = len(context) - 1  # predicts the target's first token
        for start in range(0, len(whole) - 1, BATCH):
            part = whole[start : min(start + BATCH, len(whole) - 1)]
            wanted = [i for i in range(len(part)) if start + i >= first]
            self._read(part, start, wanted)
            told += [self._loss(i, whole[start + i + 1]) for i in wanted]
        return told

    def _read(self, part: Sequence[int], start: int, wanted: Sequence[int]) -> None:
        batch = self._api.llama_batch_init(len(part), 0, 1)
        try:
            batch.n_tokens = len(part)
            for index, token in enumerate(part):
                batch.token[index] = token
                batch.pos[index] = start + index
                batch.n_seq_id[index] = 1
                batch.seq_id[index][0] = 0
                batch.logits[index] = index in wanted
            code = self._api.llama_decode(self._context, batch)
        finally:
            self._api.llama_batch_free(batch)
        if code:
            msg = f"The engine failed to read {len(part)} tokens (code {code})."
            raise RuntimeError(msg)

    def _loss(self, index: int, token: int) -> float:
        # Both engines need numpy themselves; in pure Python a token takes 30 ms.
        import numpy as np  # noqa: PLC0415

        row = self._api.llama_get_logits_ith(self._context, index)
        logits = np.ctypeslib.as_array(row, (self._size,)).astype(np.float64)
        top = logits.max()
        return float(np.log(np.exp(logits - top).sum()) + top - logits[token])

    def _piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(PIECE)
        size = self._api.llama_token_to_piece(
            self._words, token, buffer, PIECE, 0, True
        )
        return buffer.raw[: max(0, size)]

    def _forget(self) -> None:
        if self._is_ik:
            self._api.llama_kv_cache_clear(self._context)
        else:
            memory = self._api.llama_get_memory(self._context)
            self._api.llama_memory_clear(memory, True)

    def _loaded(self, path: str) -> Any:  # noqa: ANN401 - a pointer of the library
        parameters = self._api.llama_model_default_params()
        parameters.n_gpu_layers = 0
        if not self._is_ik:
            # Matrix units that a virtual machine shows and cannot run end the process.
            parameters.use_extra_bufts = False
        model = self._api.llama_model_load_from_file(os.fsencode(path), parameters)
        if not model:
            msg = f"{path} is no model that the engine reads. Name another GGUF file."
            raise SettingError(msg)
        return model

    def _opened(self, window: int) -> Any:  # noqa: ANN401 - a pointer of the library
        parameters = self._api.llama_context_default_params()
        parameters.n_ctx = window
        parameters.n_batch = parameters.n_ubatch = BATCH
        parameters.n_threads = parameters.n_threads_batch = THREADS
        return self._api.llama_init_from_model(self._model, parameters)

    def _quiet(self) -> None:
        """Keep the engine's hundred lines of loading off the terminal."""
        kind = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
        self._log = kind(_say_nothing)  # the library keeps only its address
        # The fork's package does not name this call; its library has it.
        library = self._api._lib if self._is_ik else self._api  # noqa: SLF001
        library.llama_log_set(self._log, None)


def _say_nothing(_level: int, _text: bytes, _data: object) -> None:
    return


def _engine() -> ModuleType:
    for name in _ENGINES:
        try:
            # 30 MB of native code, only for this benchmark.
            package = importlib.import_module(name)
        except ImportError:
            continue
        if name == "llama_cpp":
            return package
        return importlib.import_module("ik_llama_cpp._ctypes_api")
    raise SettingError(_MISSING)
