"""Where a board lies and how each place is seen: corners, markers, lens, pose, and what is cut out there."""
