"""What the eye on the tray learns: lessons from throws, and what `charkoni read` and `teach` ask of it."""
