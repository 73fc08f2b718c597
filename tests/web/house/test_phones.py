"""Phones that were let in: the first is an admin, the last admin stays one, and keys change."""

from __future__ import annotations

import pytest

from device.store import Journal
from device.store.database import Store
from engine.errors import SetupError
from web.house.credentials import (
    AWAY_S,
    MOST_PHONES,
    LastAdminError,
    Phones,
    TooManyPhonesError,
    keys,
    paired,
)


class Calendar:
    """A clock that goes on by a second at each look."""

    now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def phones(storage: Store, calendar: Calendar) -> Phones:
    return Phones(storage, address="http://192.168.1.20:8000", clock=calendar)


def let_in(phones: Phones, name: str = "") -> str:
    token = phones.pair(phones.key, name=name)
    assert token is not None
    return token


def test_a_phone_is_let_in_once_the_first_as_an_admin_and_the_next_to_play(
    storage: Store, phones: Phones
) -> None:
    assert phones.address() == f"http://192.168.1.20:8000/?key={phones.key}"
    assert phones.pair("guess") is None
    tokens = [let_in(phones), let_in(phones), let_in(phones)]
    assert [phones.role(token) for token in (*tokens, "", "made-up")] == [
        *("admin", "player", "player"),
        *("watcher", "watcher"),
    ]
    assert phones.pair(phones.key, token=tokens[0]) == tokens[0]
    assert phones.pair("guess", token=tokens[0]) is None
    assert len(phones.all()) == 3
    assert not any(token in str(storage.read("SELECT * FROM phone")) for token in tokens)


def test_keys_names_roles_and_when_a_phone_was_seen_outlive_the_box(journal: Journal) -> None:
    now = [1000.0]
    phones = Phones(journal, clock=lambda: now[0])
    let_in(phones, "Android")
    other = let_in(phones, "  an   iPhone ")
    now[0] = 2000.0
    assert phones.role(other) == "player"
    phones.set_role(phones.id_of(other), "admin")
    before = phones.all()
    assert [(line.name, line.role, line.seen) for line in before] == [
        ("Android", "admin", 1000.0),
        ("an iPhone", "admin", 2000.0),
    ]
    journal.close()
    with Journal(journal.path.parent, writing=False) as opened:
        assert [*paired(opened).values()] == before
    with Journal(journal.path.parent) as opened:
        again = Phones(opened)
        assert again.all() == before
        assert again.role(other) == "admin"
        assert (again.key, again.secret) == (phones.key, phones.secret)


def test_the_last_admin_is_neither_unpaired_nor_made_less(phones: Phones) -> None:
    first, second = let_in(phones), let_in(phones)
    with pytest.raises(LastAdminError):
        phones.unpair(phones.id_of(first))
    with pytest.raises(LastAdminError):
        phones.set_role(phones.id_of(first), "watcher")
    phones.set_role(phones.id_of(second), "admin")
    phones.set_role(phones.id_of(first), "player")
    assert (phones.role(first), phones.role(second)) == ("player", "admin")


def test_an_unpaired_phone_watches_and_an_old_picture_of_the_code_lets_nobody_in(
    storage: Store, phones: Phones
) -> None:
    let_in(phones)
    gone, old = let_in(phones), phones.key
    phones.unpair(phones.id_of(gone))
    assert phones.role(gone) == "watcher"
    assert phones.id_of(gone) == ""
    assert phones.pair(old) is None
    assert Phones(storage).key == phones.key != old
    assert phones.pair(phones.key) is not None
    with pytest.raises(KeyError):
        phones.unpair("0123456789abcdef")


def test_the_key_for_an_admin_fits_once_and_makes_a_phone_that_plays_an_admin(
    storage: Store, phones: Phones
) -> None:
    let_in(phones)
    token, key = let_in(phones), phones.admin_key
    assert keys(storage) == (phones.key, key)
    assert phones.pair(key, token=token) == token
    assert phones.role(token) == "admin"
    assert phones.pair(key) is None
    assert keys(storage) == (phones.key, phones.admin_key)


def test_before_the_first_box_there_are_no_keys(storage: Store) -> None:
    assert keys(storage) is None
    assert paired(storage) == {}


def test_of_phones_from_before_there_were_admins_the_first_is_one_and_damaged_notes_cost_their_names(
    storage: Store, phones: Phones
) -> None:
    first, second = let_in(phones, "Android"), let_in(phones)
    for change in ("UPDATE phone SET role = 'player'", "UPDATE secret SET value = '[' WHERE name = 'phones'"):
        storage.write(lambda writer, change=change: writer.execute(change) and None)  # type: ignore[misc]
    again = Phones(storage)
    assert (again.role(first), again.role(second)) == ("admin", "player")
    assert again.all()[0].name == ""


def test_seeing_a_phone_is_written_at_most_once_an_hour(storage: Store) -> None:
    now = [1000.0]
    phones = Phones(storage, clock=lambda: now[0], steady=lambda: now[0])
    token = let_in(phones)
    seen = []
    for _ in range(4):
        now[0] += 1300.0
        phones.role(token)
        seen.append(next(iter(paired(storage).values())).seen)
    assert seen == [2300.0, 2300.0, 2300.0, 6200.0]


def test_a_name_is_trimmed_and_never_cut(phones: Phones) -> None:
    phone = phones.id_of(let_in(phones))
    longest = "ಅ" * 38 + " b"
    phones.rename(phone, f"  {longest.replace(' ', '   ')} ")
    assert phones.all()[0].name == longest
    with pytest.raises(SetupError, match="at most 40 letters"):
        phones.rename(phone, "a" * 41)
    assert phones.all()[0].name == longest


@pytest.fixture
def full(phones: Phones) -> list[str]:
    """As many phones as there is room for; gives their tokens."""
    return [let_in(phones) for _ in range(MOST_PHONES)]


def test_where_there_is_no_room_the_watcher_seen_longest_ago_gives_way(
    storage: Store, phones: Phones, full: list[str]
) -> None:
    for token in full[5:8]:
        phones.set_role(phones.id_of(token), "watcher")
    phones.role(full[5])
    new = let_in(phones)
    assert [phones.id_of(token) != "" for token in full[5:8]] == [True, False, True]
    assert phones.role(new) == "player"
    assert len(phones.all()) == len(paired(storage)) == MOST_PHONES


def test_a_guest_with_the_code_sends_nobody_away_who_plays_and_the_key_for_an_admin_always_lets_one_in(
    phones: Phones, full: list[str]
) -> None:
    for _ in range(5):
        with pytest.raises(TooManyPhonesError):
            phones.pair(phones.key)
    assert all(phones.id_of(token) for token in full)
    assert phones.pair(phones.key, token=full[3]) == full[3]
    token = phones.pair(phones.admin_key)
    assert token is not None
    assert (phones.role(token), phones.id_of(full[1])) == ("admin", "")


def test_a_phone_that_was_not_seen_for_long_gives_way_but_no_admin(
    phones: Phones, full: list[str], calendar: Calendar
) -> None:
    calendar.now += AWAY_S
    for token in full[2:]:
        phones.role(token)
    let_in(phones)
    assert [phones.id_of(token) != "" for token in full[:3]] == [True, False, True]
    with pytest.raises(TooManyPhonesError):
        phones.pair(phones.key)
