"""The page: what every phone in the room shows and may do. Flask; no pins, no camera.

`web.app.create_app` is the only way in; `web.ports` says what it needs of the box.
"""
