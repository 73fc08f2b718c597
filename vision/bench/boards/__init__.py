"""Path-traces whole stills of boards that no training has seen: ``python -m vision.bench.boards``.

What stands where, all surfaces and all lamps are made here as plain numbers; only `tracer` hands them to
Blender. Nothing here may be used in training, and nothing of `vision/training` is used here; a test compares
their lines.
"""
