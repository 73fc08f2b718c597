"""Check what setting up needs, before anything is made. Runs on any Python 3.

Prints one apt line for all that is missing and exits 1; prints nothing when all is there.
"""

import importlib.util
import sys


def main():
    """Say what is missing."""
    if sys.version_info < (3, 11):  # noqa: UP036 -- this file runs before anything is set up
        found = ".".join(map(str, sys.version_info[:3]))
        print("Charkoni needs Python 3.11 or newer; this is " + found + ".")
        print("Debian 12 and 13 bring one:  sudo apt install python3 python3-venv")
        print("If it is installed beside this one:  make play PYTHON=python3.11")
        return 1
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        print("Something is missing to make a Python environment. This installs it:")
        print("  sudo apt install python3-venv")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
