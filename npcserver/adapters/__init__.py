"""The outside: what meets the ports. Siblings never meet."""
