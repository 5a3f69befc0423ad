"""The studio: web pages for designers, over the same use cases as the API."""
