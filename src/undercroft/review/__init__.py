"""Reviews of finished games: what each decision cost, and what luck gave."""
