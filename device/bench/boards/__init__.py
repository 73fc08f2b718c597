"""A thousand boards at one broker: `python -m device.bench boards`."""
