"""Cameras behind one Protocol: the Pi's own, USB, the built-in film, a folder of pictures."""
