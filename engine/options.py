"""What a preset and an option are: named rule sets as data, listed on the phone.

A preset is a named set of option values; what a preset does not name has the option's default. Each family
fills these in a module `options` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from engine.errors import NotationError, SetupError
from engine.messages import Either, Message

OptionValue = bool | int | str

Group = Literal["start", "throws", "captures", "safe", "inner", "partners", "cube", "end"]
"""What an option is about."""

GROUPS: tuple[Group, ...] = get_args(Group)
"""In the order in which people read them."""


def options_of(written: object) -> dict[str, OptionValue]:
    """Read options as JSON has them; whether they exist is not asked.

    Raises:
        NotationError: If they are of another kind.
    """
    if not isinstance(written, dict) or not all(
        isinstance(key, str) and isinstance(value, int | str) for key, value in written.items()
    ):
        raise NotationError(
            f"{str(written)[:80]} are no options: give names with true, false, a number or a text"
        )
    return dict(written)


@dataclass(frozen=True, slots=True)
class Option:
    """Something that households play differently."""

    key: str
    choices: tuple[OptionValue, ...]
    """What it may be."""
    rule: str
    """The rule that names it."""
    text: str
    """What it means, for the phone: a claim that is true or not, or what is chosen."""
    group: Group
    """What it is about; options of one group stand together."""
    more: str = ""
    """What somebody needs to know who never saw the game; empty where the text says all."""
    in_games: bool = True
    """It can be played. False: known in positions that other programs ask about, refused in a new game."""
    before: OptionValue | None = None
    """By what older versions played that did not know it; None for an option that they all knew."""
    presets: tuple[str, ...] = ()
    """The presets that it belongs to, whose boards have what it is about; empty where all have."""
    about: tuple[str, ...] = ()
    """Further rules that are otherwise with it: who is refused by one may look for it."""

    @property
    def words(self) -> Message:
        """What it means, to be named in a sentence."""
        return Message(self.text)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values."""

    name: str
    text: str
    """Where it comes from, for the phone."""
    defaults: Mapping[str, OptionValue]
    sources: tuple[str, ...] = ()
    """Who tells of it, as they name themselves; empty where the rules themselves are the source."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What the phone offers for one game."""

    name: str
    title: str
    players: tuple[int, ...]
    """How many can play."""
    presets: tuple[Preset, ...]
    """The first is the default."""
    options: tuple[Option, ...]
    needs: tuple[tuple[str, str], ...] = ()
    """Options that make sense only with another: (option, what it needs)."""
    first: tuple[str, ...] = ()
    """Options on which households differ most: they are asked before all others."""
    follows: tuple[tuple[str, str, tuple[OptionValue, ...]], ...] = ()
    """Options that are true by default just where another has one of some values: (option, other, values)."""

    def preset(self, name: str | None) -> Preset:
        """Find a preset by name; None gives the default.

        Raises:
            SetupError: If it does not exist.
        """
        if name is None:
            return self.presets[0]
        for preset in self.presets:
            if preset.name == name:
                return preset
        presets = ", ".join(p.name for p in self.presets)
        raise SetupError(
            "{game} is not played by these rules on this box: choose others",
            text=f"{self.name} has no preset {name!r}: there are {presets}",
            game=Message(self.title),
        )

    def options_of(self, preset: str) -> tuple[Option, ...]:
        """List the options that a preset has."""
        return tuple(option for option in self.options if not option.presets or preset in option.presets)

    def options_on(self, rule: str) -> tuple[Option, ...]:
        """List the options that change a rule: first those that it names, then those that are about it."""
        named = tuple(option for option in self.options if option.rule == rule and option.in_games)
        about = (option for option in self.options if rule in option.about and option.in_games)
        return tuple(dict.fromkeys((*named, *about)))

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not for.

        Raises:
            SetupError: If so many cannot play.
        """
        if players not in self.players:
            raise SetupError(
                "{game} is for {players} players, not for {given}",
                text=f"{self.name} is for {Either(self.players)} players, not for {players!r}",
                game=Message(self.title),
                players=Either(self.players),
                given=repr(players),
            )

    def checked(self, written: Mapping[str, Any]) -> dict[str, OptionValue]:
        """Check that options and their values exist; whether they go together is the family's business.

        Raises:
            SetupError: If one does not exist, naming those that do.
        """
        known = {option.key: option for option in self.options}
        for key, value in written.items():
            if key not in known:
                raise SetupError(
                    "these rules of {game} name something that this box does not know: they may be of a "
                    "newer box",
                    text=f"{self.name} has no option {key!r}: there are {', '.join(known) or 'none'}",
                    game=Message(self.title),
                )
            # True == 1, so the type is compared as well.
            if not any(type(value) is type(choice) and value == choice for choice in known[key].choices):
                shown = ", ".join(str(choice).lower() for choice in known[key].choices)
                raise SetupError(
                    "“{option}” ({rule}) cannot be so on this box: choose something that is offered",
                    text=f"option {key!r} cannot be {value!r}: it may be {shown}",
                    mends=[(key, None)],
                    option=known[key].words,
                    rule=known[key].rule,
                )
        return dict(written)

    def in_force(self, preset: Preset, written: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return every option its value: what was written, else the preset's.

        A default follows the option that it needs, or that it hangs on; what was written stays, even where
        it makes no sense.
        """
        chosen = {**preset.defaults, **written}
        for option, other, values in self.follows:
            chosen[option] = written.get(option, chosen[other] in values)
        for option, need in self.needs:
            if not chosen[need]:
                chosen[option] = written.get(option, False)
        return chosen

    def written_out(self, preset: Preset, written: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return what was written, with every option that older versions did not know and played otherwise.

        So a record says by itself how it was played; `recorded` reads it back.
        """
        in_force = self.in_force(preset, written)
        later = {
            option.key: in_force[option.key]
            for option in self.options
            if option.before is not None and in_force[option.key] != option.before
        }
        return {**written, **later}

    def recorded(self, preset: Preset, written: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return what a record has written, and what older versions played where it would differ now."""
        in_force = self.in_force(preset, written)
        older = {
            option.key: option.before
            for option in self.options
            if option.before is not None
            and option.key not in written
            and in_force[option.key] != option.before
        }
        return {**written, **older}

    def must_be_played(self, written: Mapping[str, OptionValue]) -> None:
        """Refuse options that nobody could use in a game: an option that does nothing is a lie on the phone.

        Raises:
            SetupError: If there is one, naming it.
        """
        for option in self.options:
            if written.get(option.key) and not option.in_games:
                raise SetupError(
                    "“{option}” ({rule}) belongs to matches, and only single games are played at the table",
                    text=f"option {option.key!r} belongs to matches, and only single games are played at the "
                    "table: leave it out",
                    mends=[(option.key, None)],
                    option=option.words,
                    rule=option.rule,
                )

    def option(self, key: str) -> Option:
        """Find an option that exists."""
        return next(option for option in self.options if option.key == key)

    def value_of(self, key: str, text: str) -> OptionValue:
        """Read an option's value from a text, as forms, records and command lines have it.

        An unknown option or value stays the text that it is: `checked` refuses it.
        """
        for option in self.options:
            for choice in option.choices if option.key == key else ():
                if str(choice).lower() == text.lower():
                    return choice
        return text

    def needs_other(self, key: str, need: str, *, text: str) -> SetupError:
        """Make the error that refuses an option without another that it needs; `text` names their keys."""
        option, other = self.option(key), self.option(need)
        return SetupError(
            "{rule} needs {need_rule}: “{option}” goes only with “{need}”",
            text=text,
            mends=[(need, True), (key, False)],
            rule=option.rule,
            need_rule=other.rule,
            option=option.words,
            need=other.words,
        )
