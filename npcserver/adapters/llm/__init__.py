"""Language models: endpoints, a model in a process of its own, and actors without one."""
