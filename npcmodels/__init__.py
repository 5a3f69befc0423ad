"""Language models and embedders: how one is chosen, fetched and asked."""
