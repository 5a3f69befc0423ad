"""The installed version of the package."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """Return the installed version, or `unreleased` when run from the sources alone."""
    try:
        return version("npcserver")
    except PackageNotFoundError:
        return "unreleased"
