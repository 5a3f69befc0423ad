"""A town: a client of the server that lets its characters walk, work, meet and talk on a map.

It knows the server by its wire alone, through `npcclient`, as any game does.
"""
