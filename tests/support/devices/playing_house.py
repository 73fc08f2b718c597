"""A house that plays by itself in a process of its own and tells a broker of it, until somebody kills it.

python -m devices.playing_house FOLDER PORT
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from devices.told_house import told_house
from journals_for_tests import play_on


def main() -> None:
    """Play for ever, a throw and what follows it every 20 ms."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    chance = Random()
    with told_house(folder) as house:
        house.speak(port)
        while True:
            play_on(house.table, 1, seed=chance.randrange(1000))
            time.sleep(0.02)


if __name__ == "__main__":
    main()
