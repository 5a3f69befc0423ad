"""A folder with Python, npcserver and a start script, for a game to put beside itself.

    python deploy/portable/build.py [FOLDER]                          dist/npcserver by default
    python deploy/portable/build.py FOLDER --windows EMBEDDABLE.zip

The first copies the Python that runs it, with the libraries of the system that it loads: a player's
system has to be as new as this one. A build that is made to be moved, such as those of
python-build-standalone, needs none of them. The second builds for Windows, on any system, with uv
and the embeddable package of python.org, of the same version as the Python that runs it. Variables
of pip work, as in deploy/image/install.sh.
"""

import argparse
import compileall
import os
import py_compile
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCK = HERE.parent / "image" / "requirements.txt"
INSTALL = HERE.parent / "image" / "install.sh"
# the part of the lock that games do not need: their server stores in a file
POSTGRES = re.compile(r"^psycopg\S*==.*\n(?:    --hash=.*\n)+", re.MULTILINE)
# of the standard library, what no server needs
LEFT_OUT = ("test", "tests", "idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip", "config-*")
EXTENSIONS_LEFT_OUT = (
    "_test*",
    "xx*",
    "_ctypes_test*",
    "_tkinter*",
    "_curses*",
    "readline*",
    "nis*",
)
OF_EVERY_SYSTEM = re.compile(r"(ld-linux|lib(c|m|dl|rt|pthread|util|resolv|nsl|crypt)\.so)")
OURS = (
    "npcserver",
    "npcmodels",
    "npcscenes",
    "npctools",
    "npcstudio",
    "npctown",
    "npceval",
    "npcclient",
)
MEBIBYTE = 1 << 20
MOST = 300


def copy_python(folder: Path) -> Path:
    """Copy the running interpreter with its standard library; return its path in the folder."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = Path(sysconfig.get_path("stdlib"))
    left_out = shutil.ignore_patterns(
        *LEFT_OUT, *EXTENSIONS_LEFT_OUT, "__pycache__", "site-packages", "dist-packages"
    )
    target = folder / "lib" / version
    shutil.copytree(library, target, ignore=left_out)
    (target / "site-packages").mkdir()
    (folder / "bin").mkdir()
    python = folder / "bin" / "python3"
    shutil.copy(Path(sys.base_prefix, "bin", version).resolve(), python)
    for name in ("python", version):
        python.with_name(name).symlink_to("python3")
    loaded = [python, *target.joinpath("lib-dynload").glob("*.so")]
    for path in {path for file in loaded for path in _libraries(file)}:
        copied = shutil.copy(path, folder / "lib" / path.name)
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", copied], check=True)
    return python


def _libraries(file: Path) -> list[Path]:
    if not shutil.which("ldd"):
        return []
    told = subprocess.run(["ldd", file], capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^\s*(\S+) => (/\S+)", told, re.MULTILINE)
    return [Path(path) for name, path in found if not OF_EVERY_SYSTEM.match(name)]


def without_postgres(folder: Path) -> Path:
    """Write the lock without the packages of PostgreSQL."""
    lock = folder / "requirements.txt"
    lock.write_text(POSTGRES.sub("", LOCK.read_text(encoding="utf-8")), encoding="utf-8")
    return lock


def install(prefix: Path) -> None:
    """Install npcserver beside a Python that is there, by the script of the image."""
    with tempfile.TemporaryDirectory() as folder:
        lock = without_postgres(Path(folder))
        more = {"REQUIREMENTS": str(lock), "PYTHON": sys.executable}
        subprocess.run([INSTALL, prefix], env=os.environ | more, check=True)
    for script in prefix.joinpath("bin").iterdir():
        if script.name != "python3":
            script.unlink()  # they name the folder of the building machine


def install_for_windows(prefix: Path, embeddable: Path) -> Path:
    """Unpack the embeddable Python and put npcserver into it; return the folder of packages."""
    zipfile.ZipFile(embeddable).extractall(prefix)
    paths = prefix / f"python{sys.version_info.major}{sys.version_info.minor}._pth"
    if not paths.exists():
        sys.exit(f"{embeddable} is not of Python {sys.version_info.major}.{sys.version_info.minor}")
    packages = prefix / "Lib" / "site-packages"
    with paths.open("a", encoding="utf-8") as written:
        written.write("\nLib\\site-packages\nimport site\n")
    with tempfile.TemporaryDirectory() as folder:
        lock = without_postgres(Path(folder))
        wheels = Path(folder, "wheel")
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
        subprocess.run(build, cwd=HERE.parent.parent, check=True, stdout=sys.stderr)
        to = ["--python-platform", "windows", "--target", str(packages)]
        to += ["--python", sys.executable]
        pip = ["uv", "-q", "pip", "install", "--only-binary", ":all:", *to]
        subprocess.run([*pip, "--require-hashes", "-r", lock], check=True)
        subprocess.run([*pip, "--no-deps", *wheels.iterdir()], check=True)
    shutil.rmtree(packages / "bin", ignore_errors=True)  # they name the building machine
    return packages


def compile_all(packages: Path) -> None:
    """Compile what is imported, whatever times and places the files will have.

    Bytecode by a file's time would be compiled anew at each start from a folder that was unpacked
    and cannot be written. What no server needs and sources of others are left out, for their size.
    """
    for left_out in (*packages.rglob("__pycache__"), *packages.rglob("tests")):
        shutil.rmtree(left_out)
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    shown = str(packages)
    ours = re.compile(rf"site-packages[\\/]({'|'.join(OURS)})[\\/]")
    compileall.compile_dir(
        packages, quiet=2, legacy=True, rx=ours, invalidation_mode=mode, stripdir=shown
    )
    for source in (*packages.rglob("*.pyi"), *packages.rglob("*.py")):
        if source.suffix == ".pyi" or source.with_suffix(".pyc").exists():
            source.unlink()
    compileall.compile_dir(packages, quiet=2, invalidation_mode=mode, stripdir=shown)


def main() -> None:
    """Build the folder and a zip of it."""
    parser = argparse.ArgumentParser(description="Build a folder that a game ships.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist/npcserver"))
    parser.add_argument("--windows", type=Path, metavar="ZIP")
    given = parser.parse_args()
    folder: Path = given.folder.resolve()
    if folder.exists():
        sys.exit(f"{folder} exists; remove it, or name another folder")
    prefix = folder / "python"
    prefix.mkdir(parents=True)
    if given.windows:
        packages = install_for_windows(prefix, given.windows)
        shutil.copy(HERE / "npcserver.cmd", folder)
    else:
        copy_python(prefix)
        install(prefix)
        packages = Path(sysconfig.get_path("stdlib", vars={"installed_base": str(prefix)}))
        shutil.copy(HERE / "npcserver", folder)
    compile_all(packages)
    size = sum(file.lstat().st_size for file in folder.rglob("*")) / MEBIBYTE
    packed = Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))
    print(f"{size:.0f} MB in {folder}, {packed.stat().st_size / MEBIBYTE:.0f} MB in {packed.name}")
    if size > MOST:
        sys.exit(f"more than {MOST} MB")


if __name__ == "__main__":
    main()
