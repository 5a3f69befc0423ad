"""Sessions once more: recorded, taken again, and held to expectations."""
