"""Reading the events of a scenario file as messages."""

from collections.abc import Callable, Mapping

from npcclient.playtest.pieces import Piece
from npcclient.playtest.scenario import Observe
from npcclient.v1.play_service_pb2 import (
    Movement,
    ObjectChange,
    Observation,
    ObservationChannel,
    ObservationRange,
    StoryFlag,
)

_OBSERVE = ("text", "witnesses", "place", "importance", "about", "channel", "range", "standing")


def happening(word: str, piece: Piece) -> Observe:
    """Return the events of a step; a list is several at once. Raises `Mistake`."""
    return _KINDS[word](piece)


def _observe(piece: Piece) -> Observe:
    return Observe(observations=tuple(_observation(item) for item in piece.items()))


def _observation(piece: Piece) -> Observation:
    if not piece.is_mapping:  # a text alone: all perceive it
        return Observation(text=piece.text(), range=ObservationRange.OBSERVATION_RANGE_WORLD)
    fields = piece.fields(_OBSERVE, needed=("text",))
    is_anywhere = not {"witnesses", "place", "range"} & set(fields)
    seen = Observation(
        text=fields["text"].text(),
        witness_ids=fields["witnesses"].texts() if "witnesses" in fields else (),
        place_id=fields["place"].text(63) if "place" in fields else "",
        about_ids=fields["about"].texts() if "about" in fields else (),
        is_standing="standing" in fields and fields["standing"].of(bool),
    )
    if "importance" in fields:
        seen.importance = int(fields["importance"].number(1, 10))
    if "channel" in fields:
        channel = fields["channel"].choice(("sight", "sound")).upper()
        seen.channel = ObservationChannel.Value(f"OBSERVATION_CHANNEL_{channel}")
    reach = fields["range"].choice(("place", "nearby", "world")) if "range" in fields else ""
    if reach or is_anywhere:
        name = f"OBSERVATION_RANGE_{(reach or 'world').upper()}"
        seen.range = ObservationRange.Value(name)
    return seen


def _move(piece: Piece) -> Observe:
    def one(item: Piece) -> Movement:
        fields = item.fields(("who", "to", "name"), needed=("who", "to"))
        name = fields["name"].text(80) if "name" in fields else ""
        # Whether `who` is a character is decided once the world is known.
        return Movement(id=fields["who"].text(120), name=name, place_id=fields["to"].text(63))

    return Observe(movements=tuple(one(item) for item in piece.items()))


def _object(piece: Piece) -> Observe:
    def one(item: Piece) -> ObjectChange:
        keys = ("place", "thing", "state", "by")
        fields = item.fields(keys, needed=("place", "thing", "state"))
        return ObjectChange(
            place_id=fields["place"].text(63),
            object_name=fields["thing"].text(80),
            state=fields["state"].text(80),
            by_id=fields["by"].text(120) if "by" in fields else "",
        )

    return Observe(objects=tuple(one(item) for item in piece.items()))


def _flag(piece: Piece) -> Observe:
    def one(item: Piece) -> StoryFlag:
        if not item.is_mapping:
            return StoryFlag(name=item.text(63))
        fields = item.fields(("name", "unset"), needed=("name",))
        return StoryFlag(
            name=fields["name"].text(63), unset="unset" in fields and fields["unset"].of(bool)
        )

    return Observe(flags=tuple(one(item) for item in piece.items()))


_KINDS: Mapping[str, Callable[[Piece], Observe]] = {
    "observe": _observe,
    "move": _move,
    "object": _object,
    "flag": _flag,
}
