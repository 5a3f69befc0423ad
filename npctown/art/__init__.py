"""Draws towns by rules: tiles, people, and maps in Tiled's form; the bytes are always the same.

`python -m npctown.art` draws the towns that ship with the package anew.
"""
