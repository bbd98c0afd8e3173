"""Games in memory: tables, seats, and what happens at them."""
