"""The gRPC layer: decodes a request, calls a use case and encodes its answer; decides nothing."""
