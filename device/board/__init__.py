"""What follows the game on the board: the thread, its reports, and what phones see of it."""
