"""The eye reads every picture, film and painted board as the recorded version did, and as surely."""

from __future__ import annotations

from recordings.blocks import faults
from recordings.readings import film_names, films, near, readings


def test_every_picture_is_read_as_recorded() -> None:
    found = faults("readings.txt", near(readings(), "readings.txt"))
    assert not found, "\n\n".join(found)


def test_every_film_is_told_as_recorded() -> None:
    found = faults("films.txt", near(films(film_names()), "films.txt"))
    assert not found, "\n\n".join(found)
