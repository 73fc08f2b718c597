"""Measures the eye: ``python -m vision.bench``, ``python -m vision.bench.rest``."""
