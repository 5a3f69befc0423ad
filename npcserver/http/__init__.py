"""The wire over HTTP/1.1: Connect and gRPC-Web for engines and browsers that have no gRPC.

It is generic over the service descriptors and calls the very handlers of the gRPC server, in the
same process: deadlines, faults, keys and counting are theirs, and a new method appears by itself.
"""
