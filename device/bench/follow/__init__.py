"""Films of whole games, followed by the same code as before a real board: `python -m device.bench follow`."""
