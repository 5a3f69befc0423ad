"""The minds of game characters, as a gRPC service."""
