"""The gRPC wire: decode, call a use case, encode; nothing is decided here."""
