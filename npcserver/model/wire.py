"""The version of the wire that this server speaks, and which clients it serves."""

WIRE_VERSION = 2
"""Goes up with each change of `npcserver.v1` that a client of the version before cannot read."""
OLDEST_WIRE_VERSION = 2
OLDEST_CLIENT_VERSION = "0.3.0"
"""The first release whose clients speak `OLDEST_WIRE_VERSION`."""
