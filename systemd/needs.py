"""Check what setting up needs, before anything is made. Runs on any Python 3.

Prints one apt line for all that is missing and exits 1; prints nothing when all is there. With ``locked``, it
asks whether `requirements.lock` has packages for this Python and this machine.
"""

import importlib.util
import platform
import sys


def unfit():
    """Say why the lock file does not fit, and what would help."""
    if (3, 11) <= sys.version_info[:2] <= (3, 13) and sys.platform == "linux":
        if platform.machine() in ("x86_64", "aarch64"):
            return 0
    here = "Python " + platform.python_version() + " on " + platform.system() + " " + platform.machine()
    print("requirements.lock is for Python 3.11 to 3.13 on Linux x86_64 or aarch64; this is " + here + ".")
    print("Another Python of this machine:  make play PYTHON=python3.13")
    print("Or what the package index has today, unchecked by us:  make play NEWEST=1")
    return 1


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
    sys.exit(unfit() if sys.argv[1:] == ["locked"] else main())
