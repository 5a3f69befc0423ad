"""Background thinking: the worker, budgets and recall, and a handler for each kind of thought."""
