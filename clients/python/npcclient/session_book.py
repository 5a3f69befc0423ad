"""The answered and unanswered inputs of a session, so that another connection can continue it."""

from dataclasses import dataclass, field

import grpc

from npcclient.resuming import NO_RECORDS
from npcclient.v1 import play_service_pb2 as pb

_LOST = grpc.StatusCode.UNAVAILABLE.value[0]


@dataclass(slots=True)
class _Talk:
    """The received part of a talk in a circle.

    `turns` holds the last event number of each turn by its id, `floors` how many turns this
    connection has announced.
    """

    is_heard: bool = False
    turns: dict[str, int] = field(default_factory=dict)
    floors: int = 0


class SessionBook:
    """Keeps inputs until they are answered, and the position of the watched events."""

    def __init__(self, opening: pb.PlayOpen) -> None:
        self._opening = opening
        self._turns: dict[str, tuple[str, int]] = {}
        self._talks: dict[str, _Talk] = {}
        self.unanswered: dict[str, pb.PlayRequest] = {}
        """Inputs without a final answer, oldest first, by request id."""
        self.is_left = False
        """Whether the game has left the timeline."""

    def opening(self) -> pb.PlayOpen:
        """Return the message that opens the session, at the position that was reached."""
        return self._opening

    def opened(self, opened: pb.PlayOpened) -> None:
        """Note the position after which a load is reported, also one without a connection.

        Later answers do not advance it: a load by another client may be stored before them,
        unreported.
        """
        self._opening.resume_after_seq = opened.head_seq
        for talk in self._talks.values():
            talk.floors = 0

    def sent(self, request: pb.PlayRequest) -> None:
        """Note an input."""
        self.unanswered[request.request_id] = request

    def took(self, response: pb.PlayResponse) -> bool:
        """Note an answer; return False for a repeated one, or one about a server going away.

        An input that was answered while it was being sent again is answered twice.
        """
        match response.WhichOneof("output"):
            case "turn":
                return self._turn(response)
            case "in_circle":
                return self._in_circle(response.request_id, response.in_circle)
            case "watched":
                return self._watched(response.watched)
            case "left":
                self.is_left = True
            case "failed" if _goes_away(response.failed):
                return False  # it stays unanswered, and is sent to the next server
            case _ if response.request_id:
                self._talks.pop(response.request_id, None)
                return self.unanswered.pop(response.request_id, None) is not None
            case _:
                pass
        return True

    def _turn(self, response: pb.PlayResponse) -> bool:
        """Return whether a turn event is new; a turn sent again begins with earlier events."""
        name, event = response.request_id, response.turn
        if name not in self.unanswered:  # it ended on the previous connection
            return False
        turn_id, reached = self._turns.get(name, ("", -1))
        if event.turn_id == turn_id and event.sequence <= reached:
            return False
        self._turns[name] = event.turn_id, event.sequence
        if event.HasField("finished"):
            self._turns.pop(name, None)
            self.unanswered.pop(name, None)
        return True

    def _in_circle(self, name: str, event: pb.SayInCircleResponse) -> bool:
        """Return whether a talk event is new; a talk sent again begins with earlier turns."""
        if name not in self.unanswered:
            return False
        talk = self._talks.setdefault(name, _Talk())
        match event.WhichOneof("event"):
            case "heard":
                is_new, talk.is_heard = not talk.is_heard, True
                return is_new
            case "floor":
                talk.floors += 1
                return talk.floors > len(talk.turns)
            case "turn":
                reached = talk.turns.get(event.turn.turn_id, -1)
                talk.turns[event.turn.turn_id] = max(reached, event.turn.sequence)
                return event.turn.sequence > reached
            case "quiet":
                del self._talks[name], self.unanswered[name]
            case _:
                pass
        return True

    def _watched(self, event: pb.WatchResponse) -> bool:
        is_new = event.seq > self._opening.watch_after_seq
        is_new = is_new or event.WhichOneof("event") in NO_RECORDS
        self._opening.watch_after_seq = max(self._opening.watch_after_seq, event.seq)
        return is_new


def _goes_away(failed: pb.PlayFailure) -> bool:
    return failed.code == _LOST and failed.reason == "SHUTTING_DOWN"
