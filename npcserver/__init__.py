"""Memory, dialogue and thoughts of game characters, as a gRPC service."""


def installed_version() -> str:
    """Return the installed version, or `unreleased` when run from the sources alone."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - on use

    try:
        return version("npcserver")
    except PackageNotFoundError:
        return "unreleased"


def __getattr__(name: str) -> str:
    """Return `__version__`, read from the installed metadata on demand."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return installed_version()
