"""What the box does for a match beside the table: its clock, and the flag that falls."""
