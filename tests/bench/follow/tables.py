"""What films have shown, in tables: the worst row first, with counts and 95 % intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from device.board.follow import REST_S
from tests.bench.figures import percentile
from tests.bench.follow.records import Became, IllegalTurn, LegalTurn, Noticed, Records
from tests.bench.score import share

_NAMES = 52


def tables(records: Records) -> Iterator[str]:
    """Yield lines."""
    legal, illegal = records.legal, records.illegal
    film = f"{records.games} games, {records.film_s / 60:.0f} minutes of film"
    yield f"{film}, {len(legal)} turns, {len(illegal)} illegal ones"
    yield ""
    yield _head("turns", "followed, not asked", "followed wrongly", "objected to", "asked, lost, missed")
    for group in (
        _rows(legal, lambda one: one.game),
        _rows(legal, lambda one: one.setting),
        _rows(legal, lambda one: one.circumstances or ("nothing besides",)),
    ):
        yield from (_legal(name, turns) for name, turns in sorted(group, key=_worst))
        yield ""
    yield _legal("all", legal)
    yield ""
    yield _head("illegal turns", "named", "objected otherwise", "entered wrongly", "not said, asked, lost")
    kinds = list(_rows(illegal, lambda one: one.kind))
    yield from (_illegal(name, turns) for name, turns in sorted(kinds, key=lambda row: _named(row[1])))
    yield ""
    for name, turns in _rows(illegal, lambda one: one.game):
        yield _illegal(name, turns)
    yield _illegal("all", illegal)
    back = sum(one.found for one in illegal)
    yield f"{'put right, and over by itself':{_NAMES}} {share(back, len(illegal))}"
    yield ""
    yield from _alone(legal, illegal)
    yield ""
    late = [one.late_s for one in legal if one.late_s is not None and one.became is Became.FOLLOWED]
    took = [one.took_ms for one in legal if one.became is Became.FOLLOWED and one.took_ms]
    after = [one - REST_S for one in late]
    yield (
        f"last movement to event: median {percentile(late, 50):.2f} s, 95 % {percentile(late, 95):.2f}, "
        f"after {REST_S:g} s of rest 95 % {percentile(after, 95):.2f} ({len(late)} turns)"
    )
    yield (
        f"reading, concluding and entering, processor: median {percentile(took, 50):.0f} ms, "
        f"95 % {percentile(took, 95):.0f} ({len(took)} turns)"
    )


def _head(*columns: str) -> str:
    name, *rest = columns
    return f"{name:{_NAMES}} " + " ".join(f"{one:29}" for one in rest).rstrip()


def _rows(
    turns: Iterable[LegalTurn | IllegalTurn], key: Callable[..., str | Sequence[str]]
) -> list[tuple[str, list]]:  # type: ignore[type-arg]
    """Sort turns into rows; a turn with several names is in several."""
    rows: dict[str, list[LegalTurn | IllegalTurn]] = {}
    for one in turns:
        names = key(one)
        for name in (names,) if isinstance(names, str) else names:
            rows.setdefault(name, []).append(one)
    return list(rows.items())


def _count(turns: Sequence[LegalTurn], *became: Became) -> int:
    return sum(one.became in became for one in turns)


def _worst(row: tuple[str, Sequence[LegalTurn]]) -> tuple[float, float]:
    _name, turns = row
    return -_count(turns, Became.WRONGLY) / len(turns), _count(turns, Became.FOLLOWED) / len(turns)


def _legal(name: str, turns: Sequence[LegalTurn]) -> str:
    parts = (
        _count(turns, Became.FOLLOWED),
        _count(turns, Became.WRONGLY),
        _count(turns, Became.OBJECTED),
    )
    rest = ", ".join(f"{_count(turns, one)}" for one in (Became.ASKED, Became.LOST, Became.MISSED))
    return f"{name:{_NAMES}} " + " ".join(share(part, len(turns)) for part in parts) + f" {rest}"


def _named(turns: Sequence[IllegalTurn]) -> float:
    return sum(one.noticed is Noticed.RIGHT for one in turns) / len(turns)


def _illegal(name: str, turns: Sequence[IllegalTurn]) -> str:
    def count(noticed: Noticed) -> int:
        return sum(one.noticed is noticed for one in turns)

    parts = count(Noticed.RIGHT), count(Noticed.OTHERWISE), count(Noticed.FOLLOWED)
    rest = ", ".join(f"{count(one)}" for one in (Noticed.UNNOTICED, Noticed.ASKED, Noticed.LOST))
    return f"{name:{_NAMES}} " + " ".join(share(part, len(turns)) for part in parts) + f" {rest}"


def _alone(legal: Sequence[LegalTurn], illegal: Sequence[IllegalTurn]) -> Iterator[str]:
    """Tell what comes of each still picture by itself, without the rules."""
    yield "without the rules: the likeliest reading of the first still picture after a turn, by itself"
    rows = [*_rows(legal, lambda one: one.game), ("all", list(legal))]
    for name, turns in rows:
        read = [one for one in turns if one.alone is not None]
        right, places = (sum(one.places[n] for one in read) for n in (0, 1))
        whole = share(sum(bool(one.alone) for one in read), len(read))
        yield f"{name:{_NAMES}} {whole} places {share(right, places)}"
    for name, wrong in [*_rows(illegal, lambda one: one.kind), ("all illegal turns", list(illegal))]:
        read = [one for one in wrong if one.alone is not None]
        yield f"{name:{_NAMES}} {share(sum(bool(one.alone) for one in read), len(read))}"
