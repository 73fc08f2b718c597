"""What looks at the board on the table: camera, set-up, following, and what phones see of it."""
