"""Memory, dialogue and thoughts of game characters, as a gRPC service."""


def __getattr__(name: str) -> str:
    """Return `__version__`, read from the installed metadata on demand."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from npcserver.release import installed_version  # noqa: PLC0415

    return installed_version()
