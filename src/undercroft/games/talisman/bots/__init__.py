"""Players that know Talisman."""
