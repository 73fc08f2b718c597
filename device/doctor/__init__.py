"""``charkoni doctor``: what is wrong with a box, a line each, with what to do; the bundle for bug reports."""
