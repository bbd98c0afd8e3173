"""The pages, and what is posted from them."""
