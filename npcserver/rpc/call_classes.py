"""The class of each method, which decides the gate that its calls pass."""

from npcserver.app.admission import CallClass

_TURNS = frozenset({"Say", "SayInCircle"})
_TOOLS = frozenset(
    (
        "Ask",
        "Diff",
        "Explain",
        "ExportWorld",
        "GetReflectionTree",
        "Interview",
        "Recall",
        "ReportMemories",
        "TraceMemory",
        "WhoKnows",
    )
)
_READS = ("Get", "List")
_AT_ONCE = frozenset({"Interrupt", "AdvanceClock"})


def class_of(method: str, *, is_stream: bool) -> CallClass | None:
    """Return the class of a method, such as `/npcserver.v1.PlayService/Observe`.

    Turns pass their gate in the dialogue, moves of the clock theirs in `ClockSteps`. None for these
    and for calls that end others, which pass none here.
    """
    name = method.rpartition("/")[2]
    if name in _AT_ONCE:
        return None
    if name in _TURNS:
        return CallClass.TURNS
    if name in _TOOLS:
        return CallClass.TOOLS
    if is_stream:
        return CallClass.STREAMS
    return CallClass.READS if name.startswith(_READS) else CallClass.WRITES
