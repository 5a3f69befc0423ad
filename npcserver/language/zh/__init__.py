"""Chinese, in simplified characters."""
