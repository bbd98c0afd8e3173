"""The people at a table: seats, names, presence and talk."""
