"""What now? Hints for the seat to move, and opponents who think before they play."""
