"""Times → messages."""

from datetime import datetime

from google.protobuf.timestamp_pb2 import Timestamp


def stamp(moment: datetime) -> Timestamp:
    """Write a time; game time, which has no zone, counts as UTC."""
    message = Timestamp()
    message.FromDatetime(moment)
    return message
