"""The folder that a game ships, with this checkout in place of installed packages."""

import shutil
import site
from pathlib import Path

from deploy.portable import build
from tests.processes import PATHS


def portable_folder(folder: Path) -> Path:
    """Copy Python and the start script into a new folder, as `make portable` does."""
    python = build.copy_python(folder / "python")
    (packages,) = python.parents[1].glob("lib/python3.*/site-packages")
    paths = [*PATHS.split(":"), *site.getsitepackages()]
    packages.joinpath("checkout.pth").write_text("\n".join(paths), encoding="utf-8")
    shutil.copy(build.HERE / "npcserver", folder)
    return folder
