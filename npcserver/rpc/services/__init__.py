"""The gRPC services: each method decodes its request, calls a use case and encodes the result."""
