"""Fights: enemies, duels, scores."""
