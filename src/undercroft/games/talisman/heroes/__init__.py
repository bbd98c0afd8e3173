"""What a character is and has: counters, things, Spells, holds, ailments."""
