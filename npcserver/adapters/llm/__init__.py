"""Language models: endpoints, a model in a child process, and actors without a model."""
