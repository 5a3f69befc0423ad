"""Memory retrieval: caches over the log, scoring, merging and forgetting. It only reads the log."""
