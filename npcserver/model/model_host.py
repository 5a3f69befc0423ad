"""Where a language model runs: what a call costs, and how long its first word may take."""

from enum import StrEnum


class ModelHost(StrEnum):
    """Where a language model runs."""

    NONE = "none"  # it reads no prompts: the offline actor, a script, a recording
    EMBEDDED = "embedded"  # a GGUF file, in a process of this server's
    LOCAL = "local"  # a server on this machine or in its own network
    HOSTED = "hosted"  # an endpoint elsewhere, usually paid by the token

    @property
    def is_local(self) -> bool:
        """Whether reading a prompt takes time on this machine or near it, and costs no money."""
        return self in {ModelHost.EMBEDDED, ModelHost.LOCAL}
