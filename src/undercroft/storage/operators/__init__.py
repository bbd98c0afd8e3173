"""What operators of a server see and do: who is there, orders about them, and reports."""
