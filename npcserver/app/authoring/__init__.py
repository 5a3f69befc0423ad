"""What authors write, brought in and kept: genesis, books, and who and what exists."""
