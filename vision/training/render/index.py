"""Which pictures are there already: an index with a line of JSON for each, by the number it is made from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path


def render_missing(
    index: Path, numbers: Iterable[int], render: Callable[[int], Mapping[str, object]]
) -> None:
    """Render what an index does not have yet, and add a line for each as soon as it is done.

    Args:
        index: The file; its folder is made where there is none.
        numbers: What is wanted.
        render: Renders one, and describes it with its number as `seed`.
    """
    index.parent.mkdir(parents=True, exist_ok=True)
    lines = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
    known = {json.loads(line)["seed"] for line in lines}
    for number in numbers:
        if number not in known:
            described = json.dumps(render(number))
            with index.open("a", encoding="utf-8") as file:
                file.write(described + "\n")
