"""What a mind has before it when it speaks or thinks, and what its words leave behind."""
