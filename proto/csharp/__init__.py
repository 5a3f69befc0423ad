"""Writes the C# classes of the messages and services, from what the protos describe."""
