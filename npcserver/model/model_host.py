"""Where a language model runs, which decides what a call costs and how fast it starts."""

from enum import StrEnum


class ModelHost(StrEnum):
    """Where a language model runs."""

    NONE = "none"  # it reads no prompts: the offline actor, a script, a recording
    EMBEDDED = "embedded"  # a GGUF file, in a process started by this server
    LOCAL = "local"  # a server on this machine or in its own network
    HOSTED = "hosted"  # an endpoint elsewhere, usually paid by the token

    @property
    def is_local(self) -> bool:
        """Whether a prompt costs time on this machine or nearby, but no money."""
        return self in {ModelHost.EMBEDDED, ModelHost.LOCAL}
