"""Vector indexes; the only package that uses FAISS."""
