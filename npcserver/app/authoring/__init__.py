"""What authors write: genesis, books, and the directory of characters and places."""
