"""Group chats at work: their log, their cast, who may see what of them, and who performs them."""
