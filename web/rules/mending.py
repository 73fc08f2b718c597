"""Rules that do not go together are mended by one touch: the switches that do it stand beside the refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import SetupError
from engine.messages import MessageError
from engine.options import GameInfo, OptionValue, Preset
from web.language.locale import _, translated
from web.rules.differences import option_text
from web.rules.rule_links import address

FIELD = "mend"
"""The field of a form that names the switch which was touched, as ``option=value``."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A button that sets one option so that the rules go together."""

    send: str
    text: str
    rule: str
    url: str


def switches(error: MessageError, info: GameInfo, preset: Preset) -> list[Switch]:
    """List what would mend contradicting rules; nothing where a refusal is about something else."""
    if not isinstance(error, SetupError):
        return []
    there = {option.key for option in info.options_of(preset.name)}
    return [
        Switch(
            # What a board does not have is left out, whatever its value.
            f"{key}={_written(value) if key in there else ''}",
            f"{option.rule}: {translated(option.text)}: {option_text(value, info.name)}",
            option.rule,
            address(option.rule, game=info.name),
        )
        for key, wanted in error.mends
        for option in [info.option(key)]
        for value in [preset.defaults[key] if wanted is None else wanted]
    ]


def mended(info: GameInfo, form: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """Set the option that was touched in what a form has typed; tell what was set, in words."""
    typed = dict(form.items())
    key, sep, text = form.get(FIELD, "").partition("=")
    known = {option.key: option for option in info.options}
    if not sep or key not in known:
        return typed, ""
    if not text:
        typed[f"option-{key}"] = ""
        return typed, _("As usual again: {option}", option=translated(known[key].text))
    value = info.value_of(key, text)
    typed[f"option-{key}"] = _written(value)
    words = option_text(value, info.name)
    return typed, _(
        "Now set, {rule}: {value}. {option}",
        rule=known[key].rule,
        value=words,
        option=translated(known[key].text),
    )


def _written(value: OptionValue) -> str:
    """Write a value as a form has it."""
    return str(value).lower()
