"""Measures the running box on this machine: ``python -m device.bench``, ``python -m device.bench phones``."""
