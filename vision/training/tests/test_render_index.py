"""What was rendered once is not rendered again, and each picture has its line as soon as it is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest



def test_a_broken_off_rendering_goes_on_where_it_was(tmp_path: Path) -> None:
    from render.index import render_missing

    index, rendered = tmp_path / "new" / "parts.jsonl", []

    def render(number: int) -> dict[str, object]:
        if number == 2 and len(rendered) < 3:
            raise KeyboardInterrupt
        rendered.append(number)
        return {"seed": number, "name": f"part-{number}"}

    with pytest.raises(KeyboardInterrupt):
        render_missing(index, range(4), render)
    assert rendered == [0, 1]
    rendered.append(-1)
    render_missing(index, range(4), render)
    assert rendered == [0, 1, -1, 2, 3]
    assert [json.loads(line)["seed"] for line in index.read_text().splitlines()] == [0, 1, 2, 3]
