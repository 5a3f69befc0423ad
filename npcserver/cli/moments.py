"""Naming moments of play on the command line."""

from npcserver.model.errors import Fault, NotFound


def listed(fault: Fault) -> Fault:
    """Return a fault about a moment of play with where the ids of moments are listed."""
    if not isinstance(fault, NotFound) or fault.kind not in ("timeline", "save"):
        return fault
    advice = "`npcserver record` without a name lists the timelines and saves there are"
    return NotFound(fault.kind, fault.identifier, advice)
