"""Who asks for what the present task changes: the id of a key or account."""

from contextvars import ContextVar

_AUTHOR: ContextVar[str] = ContextVar("write_as", default="")


def write_as(author_id: str) -> None:
    """Note who asks for what the present task changes; empty for no caller."""
    _AUTHOR.set(author_id)


def writing_author() -> str:
    """Return who asks for what the present task changes."""
    return _AUTHOR.get()
