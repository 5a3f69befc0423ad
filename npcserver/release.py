"""Which release of the package runs."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """Return the version that is installed, `unreleased` for one that runs from its sources."""
    try:
        return version("npcserver")
    except PackageNotFoundError:
        return "unreleased"
