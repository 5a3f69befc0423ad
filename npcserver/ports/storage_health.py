"""How the last read and the last write of the database ended."""

from collections.abc import Callable

from npcserver.model.errors import Fault, Reason

_OF_STORAGE = (Reason.STORAGE_UNAVAILABLE, Reason.STORAGE_FULL)


class StorageHealth:
    """The problem of the last read and of the last write, empty where they succeeded.

    `changed` is called with whether both are well, each time that this changes.
    """

    def __init__(self) -> None:
        self.read_problem = ""
        self.write_problem = ""
        self.changed: Callable[[bool], None] = lambda _is_well: None

    @property
    def is_well(self) -> bool:
        """Whether the last read and the last write succeeded."""
        return not (self.read_problem or self.write_problem)

    def note_read(self, fault: Exception | None = None) -> None:
        """Note how a read ended; faults of others than the database say nothing."""
        if fault is None or _is_of_storage(fault):
            was_well, self.read_problem = self.is_well, "" if fault is None else str(fault)
            self._tell(was_well=was_well)

    def note_write(self, fault: Exception | None = None) -> None:
        """Note how a write ended; faults of others than the database say nothing."""
        if fault is None or _is_of_storage(fault):
            was_well, self.write_problem = self.is_well, "" if fault is None else str(fault)
            self._tell(was_well=was_well)

    def _tell(self, *, was_well: bool) -> None:
        if self.is_well is not was_well:
            self.changed(self.is_well)


def _is_of_storage(fault: Exception) -> bool:
    return isinstance(fault, Fault) and fault.reason in _OF_STORAGE
