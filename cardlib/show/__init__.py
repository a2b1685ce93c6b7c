"""A table as text and as a picture: pure functions of a view."""
