"""How the last read and the last write of the database ended."""

import time
from collections.abc import Callable

from npcserver.model.errors import Fault, Reason

_OF_STORAGE = (Reason.STORAGE_UNAVAILABLE, Reason.STORAGE_FULL)
_REFUSES_SECONDS = 10.0
"""For so long nothing is written where a write has failed and none was tried since."""


class StorageHealth:
    """The problem of the last read and of the last write, empty where they succeeded.

    `changed` is called with whether both are well, each time that this changes.
    """

    def __init__(self) -> None:
        self.read_problem = ""
        self.write_problem = ""
        self.changed: Callable[[bool], None] = lambda _is_well: None
        self._refused_at: float | None = None

    @property
    def is_well(self) -> bool:
        """Whether the last read and the last write succeeded."""
        return not (self.read_problem or self.write_problem)

    @property
    def refuses_writes(self) -> bool:
        """Whether the last write failed, and not long ago; one that only takes long has not."""
        refused = self._refused_at
        return refused is not None and time.monotonic() - refused < _REFUSES_SECONDS

    def note_read(self, fault: Exception | None = None) -> None:
        """Note how a read ended; faults of others than the database say nothing."""
        if fault is None or is_of_storage(fault):
            was_well, self.read_problem = self.is_well, "" if fault is None else str(fault)
            self._tell(was_well=was_well)

    def note_write(self, fault: Exception | None = None) -> None:
        """Note how a write ended; faults of others than the database say nothing."""
        if fault is None or is_of_storage(fault):
            self._refused_at = None if fault is None else time.monotonic()
            self._note_write_problem("" if fault is None else str(fault))

    def note_slow_write(self) -> None:
        """Note that a write takes too long; how it ends is noted too."""
        self._note_write_problem("the database does not write in time")

    def _note_write_problem(self, problem: str) -> None:
        was_well, self.write_problem = self.is_well, problem
        self._tell(was_well=was_well)

    def _tell(self, *, was_well: bool) -> None:
        if self.is_well is not was_well:
            self.changed(self.is_well)


def is_of_storage(fault: Exception) -> bool:
    """Return whether a fault is that of a database: it does not answer, or takes nothing."""
    return isinstance(fault, Fault) and fault.reason in _OF_STORAGE
