"""The decks and the characters, one row a card (cards part of the rules of record)."""
