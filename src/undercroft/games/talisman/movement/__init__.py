"""Ways through the Labyrinth: steps, arrivals, exits, walls and gates."""
