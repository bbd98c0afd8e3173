"""An easier opponent, and the yardstick of the others: keeps alive, grows, goes for the Tower."""
