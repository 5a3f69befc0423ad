"""Group chats: their log, cast, visibility, requests, and the worker that performs them."""
