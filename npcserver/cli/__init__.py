"""The program `npcserver`."""

import gc
import os
import sys
from pathlib import Path

from npcserver.cli.console_streams import take_any_character
from npcserver.cli.error_messages import run_guarded

CLIENT = Path(__file__).resolve().parents[1] / "_shipped" / "python"
"""The Python client of the same release inside a wheel."""

# Libraries read these once, when they are loaded; existing values are kept.
ENVIRONMENT = {
    # Parallel work comes from concurrent calls. The threads of one BLAS call wait for each other: a
    # second one added 100 ms of processor time to every turn, and saved none.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # Looking for plugins of pydantic reads the metadata of every installed package.
    "PYDANTIC_DISABLE_PLUGINS": "__all__",
    # gRPC's core would write on the terminal about every process that is started.
    "GRPC_VERBOSITY": "ERROR",
}


def main() -> None:
    """Run the command; a failure becomes one clear message and exit code 1."""
    take_any_character()
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    if CLIENT.is_dir():  # before a separately installed client of another version
        sys.path.insert(0, str(CLIENT))
    # Looking for garbage among what imports make, which stays, took a tenth of the time of a start.
    gc.set_threshold(500_000, 10, 10)
    # A turn's words are embedded while its scene is read: short slices let both progress.
    sys.setswitchinterval(0.001)
    from npcserver.cli.commands import app  # noqa: PLC0415 - libraries read ENVIRONMENT

    run_guarded(app)
