"""Short scripts and a tiny game; the tests run them."""
