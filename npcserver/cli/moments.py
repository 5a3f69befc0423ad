"""Faults about moments of play that are named on the command line."""

from npcserver.model.errors import Fault, NotFound


def listed(fault: Fault) -> Fault:
    """Return the fault; for a missing timeline or save, one that says how to list them."""
    if not isinstance(fault, NotFound) or fault.kind not in ("timeline", "save"):
        return fault
    advice = "`npcserver record` without a name lists the timelines and saves there are"
    return NotFound(fault.kind, fault.identifier, advice)
