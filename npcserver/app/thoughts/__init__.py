"""Thinking in the background: the worker, the means, and a handler for each kind of thought."""
