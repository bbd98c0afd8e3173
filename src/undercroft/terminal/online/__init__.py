"""Tables on a server: how they are reached, and who is there."""
