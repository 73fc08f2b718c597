"""The box: camera, lamps, journal and page joined. The command line is `device.__main__`."""
