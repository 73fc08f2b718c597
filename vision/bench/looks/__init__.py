"""Draws throws of looks that no training has seen, for `vision.bench`: ``python -m vision.bench.looks``.

Everything is found by rays against implicit solids, in numpy alone. Nothing here may be used in training, and
nothing of `vision/training` is used here; a test compares their lines.
"""
