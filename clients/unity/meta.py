"""Writes the `.meta` files that Unity asks for beside each asset of the package.

A package that is installed from git cannot be changed by the editor, so an asset without a `.meta`
is ignored. The GUID is made from the package's name and the asset's path: it never changes while
the asset stays where it is.

    python clients/unity/meta.py            write what is missing, remove what has lost its asset
    python clients/unity/meta.py --check    only say what would change, with exit code 1
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent / "com.npcserver.dialogue"
IMPORTERS = {
    ".cs": "MonoImporter",
    ".asmdef": "AssemblyDefinitionImporter",
    ".md": "TextScriptImporter",
    ".xml": "TextScriptImporter",
    ".json": "TextScriptImporter",
    ".asset": "NativeFormatImporter",
    ".prefab": "PrefabImporter",
    ".jslib": "PluginImporter",
    ".png": "TextureImporter",
}
TAIL = "  externalObjects: {}\n  userData: \n  assetBundleName: \n  assetBundleVariant: \n"
# where Unity itself writes more
TAILS = {
    "MonoImporter": TAIL.replace(
        "  userData",
        "  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n"
        "  icon: {instanceID: 0}\n  userData",
    ),
    "PluginImporter": TAIL.replace(
        "  userData",
        "  serializedVersion: 2\n  iconMap: {}\n  executionOrder: {}\n  defineConstraints: []\n"
        "  isPreloaded: 0\n  isOverridable: 0\n  isExplicitlyReferenced: 0\n"
        "  validateReferences: 1\n"
        "  platformData:\n"
        "  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n"
        "  - first:\n      Editor: Editor\n    second:\n      enabled: 0\n"
        "      settings:\n        DefaultValueInitialized: true\n"
        "  - first:\n      WebGL: WebGL\n    second:\n      enabled: 1\n      settings: {}\n"
        "  userData",
    ),
    "TextureImporter": TAIL.replace(
        "  userData",
        "  serializedVersion: 12\n  mipmaps:\n    enableMipMap: 0\n  textureType: 2\n"
        "  alphaIsTransparency: 1\n  userData",
    ),
    "NativeFormatImporter": TAIL.replace("  userData", "  mainObjectFileID: 11400000\n  userData"),
}


def assets(package: Path) -> Iterator[Path]:
    """Yield each file and folder that Unity imports, now or when it copies a sample into a game."""
    for path in sorted(package.rglob("*")):
        parts = path.relative_to(package).parts
        inner = parts[1:] if parts[0] == "Samples~" else parts
        if not inner or path.suffix == ".meta":
            continue
        if any(part.startswith(".") or part.endswith("~") for part in inner):
            continue
        if path.is_file() or holds_files(path):
            yield path


def holds_files(folder: Path) -> bool:
    """Return whether git would keep a folder."""
    return any(path.is_file() and path.suffix != ".meta" for path in folder.rglob("*"))


def guid(package: Path, asset: Path) -> str:
    """Return 32 hexadecimal digits that only this asset has."""
    name = f"{package.name}/{asset.relative_to(package).as_posix()}"
    return hashlib.sha256(name.encode()).hexdigest()[:32]


def text(package: Path, asset: Path) -> str:
    """Return what the `.meta` of an asset says."""
    head = f"fileFormatVersion: 2\nguid: {guid(package, asset)}\n"
    if asset.is_dir():
        return f"{head}folderAsset: yes\nDefaultImporter:\n{TAIL}"
    if asset.name == "package.json":
        return f"{head}PackageManifestImporter:\n{TAIL}"
    importer = IMPORTERS.get(asset.suffix, "DefaultImporter")
    return f"{head}{importer}:\n{TAILS.get(importer, TAIL)}"


def wanted(package: Path) -> dict[Path, str]:
    """Return each `.meta` file that should be there, with its text."""
    return {
        asset.with_name(f"{asset.name}.meta"): text(package, asset) for asset in assets(package)
    }


def differences(package: Path) -> tuple[dict[Path, str], list[Path]]:
    """Return what has to be written, and which `.meta` files have no asset any more."""
    metas = wanted(package)
    stale = [path for path in sorted(package.rglob("*.meta")) if path not in metas]
    wrong = {
        path: content
        for path, content in metas.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != content
    }
    return wrong, stale


def main() -> int:
    """Write or check; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    is_check = parser.parse_args().check
    wrong, stale = differences(PACKAGE)
    for path in [*wrong, *stale]:
        print(f"{path.relative_to(PACKAGE)} {'has no asset' if path in stale else 'is not right'}")
    if is_check:
        if wrong or stale:
            print("run: python clients/unity/meta.py", file=sys.stderr)
        return 1 if wrong or stale else 0
    for path, content in wrong.items():
        path.write_text(content, encoding="utf-8")
    for path in stale:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
