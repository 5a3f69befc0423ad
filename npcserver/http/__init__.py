"""Connect and gRPC-Web over HTTP/1.1, for engines and browsers without gRPC.

It is generic over the service descriptors and calls the handlers of the gRPC server in the same
process: deadlines, faults, keys and counting are the same, and a new method needs no code here.
"""
