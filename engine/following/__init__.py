"""What the board can come to look like by what is to be played, and what hands may have done to it."""
