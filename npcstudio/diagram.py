"""Drawings of people and what goes between them; pages show them as SVG."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A character at its centre; `anchor` says on which side of it the name stands.

    `knows` says whether it knows the fact of which a drawing is.
    """

    id: str
    name: str
    x: int
    y: int
    knows: bool = True
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from one character to another, with what the one feels for the other if it does."""

    path: str
    feeling: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Characters, and the lines between them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: int
    height: int
