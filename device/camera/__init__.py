"""What a person sets up of the cameras over tray and board, and what phones see of both."""
