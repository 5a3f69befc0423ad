"""Indices for vectors. FAISS lives here and nowhere else."""
