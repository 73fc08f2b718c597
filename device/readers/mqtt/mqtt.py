"""The reader that tells a broker of MQTT what happens, and hears what other programs ask and want done.

An acknowledgement of the broker is no receipt: it says nothing of who listens. So the journal alone is the
queue; whoever must not lose anything sees gaps by ``prev`` and asks. Retained messages are told anew at each
connection, so a broker that forgot everything knows it again.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from device.closing import Closing
from device.readers.mqtt.asked import Asked
from device.readers.mqtt.client import UNACKNOWLEDGED, Will
from device.readers.mqtt.in_flight import InFlight
from device.readers.mqtt.link import Heard, Link
from device.readers.mqtt.picture import small_jpeg
from device.readers.reader import JournalReader
from device.readers.sources import Sources
from engine.events import Logged, Threw, ThrowAsked, ThrowKept
from web.auth.access import Bucket
from web.connections.acts import carry_out, read_json
from web.connections.home_assistant import STATUS as HOME_ASSISTANT
from web.connections.home_assistant import About, discovery, discovery_topic
from web.connections.messages import (
    VERSION,
    event_message,
    forgotten_message,
    happened_message,
    state_message,
    topic,
)
from web.errors import MalformedError
from web.game.box_view import AWAITED
from web.house.connections import LinkState, MqttChoice
from web.house.identity import EventNames
from web.language.locale import speaking
from web.language.messages import said
from web.language.speech import asks

log = logging.getLogger(__name__)

STATE_EVERY_S = 0.5
"""The state is told at most so often."""

FRESH_S = 60.0
"""An alert that is older is told no more: nobody wants a lamp to turn red an hour after a kill."""

_AWAY_S = 0.8
"""An event is told again after this while there is no connection."""

_AGAIN_S = 0.05
_PLACE = "mqtt"
_FORGOTTEN = "mqtt-forgotten"


class Mqtt(Closing):
    """The box at one broker, between `start` and `close`."""

    def __init__(self, choice: MqttChoice, password: str, sources: Sources) -> None:
        """Know what is told to whom.

        Args:
            choice: How the box speaks MQTT.
            password: Of the broker's user.
            sources: What is told.
        """
        self.choice = choice
        self._sources = sources
        self._instance = secrets.token_hex(8)
        self._names = sources.identity.names()
        self._box = self._names.box
        self._in_flight = InFlight(room=UNACKNOWLEDGED)
        self._asked = Asked()
        self._writes = Bucket()
        self._number = 0
        self._shown: tuple[object, ...] = ()
        self._shown_at = 0.0
        self._deaf = False
        self._discovered = False
        self._unkept = False
        self._again_up_to = 0
        self._forgotten: int | None = None
        self._link = Link(
            choice,
            password,
            name=f"charkoni-{self._box}",
            will=Will(self._topic("status")),
            topics=[*(self._topic(what) for what in ("ask", "do")), HOME_ASSISTANT],
            heard=Heard(self._hear, self._in_flight.acknowledge),
        )
        self._reader = JournalReader(
            sources.watched.library,
            self._tell,
            name=_PLACE,
            places=sources.places,
            look=self._look,
            arrived=self._in_flight.arrived,
        )
        self._alerted = self._reader.place

    def start(self) -> None:
        """Begin to tell."""
        self._link.start()
        self._reader.start()

    def close(self) -> None:
        """Say that the box is gone, and tell no more. May be called twice."""
        self._reader.close()
        self._link.close()

    def retire(self) -> None:
        """Take back what the broker keeps of this box, as it speaks to this broker no more."""
        for kept in (self._topic("state"), self._topic("picture"), discovery_topic(self._box)):
            self._link.publish(kept, "", retain=True)

    @property
    def state(self) -> LinkState:
        """How the connection is."""
        return self._link.state

    def _topic(self, what: str) -> str:
        return topic(self._box, what)

    def _publish(self, what: str, message: Mapping[str, Any], *, retain: bool = False) -> int | None:
        written = json.dumps(message, ensure_ascii=False)
        return self._link.publish(self._topic(what), written, retain=retain)

    def _look(self) -> None:
        """Bring everything beside the events up to date; about once a second."""
        if not self._link.is_up:
            return
        self._names = self._sources.identity.names()
        if self._link.number != self._number:
            self._begin_anew()
        newest = self._sources.watched.library.last_seq()
        # Who asks for much and often must not keep the others from what is new.
        if self._reader.place >= min(newest, self._again_up_to) and (since := self._asked.take()) is not None:
            self._again_up_to = newest
            self._reader.go_to(min(since, self._reader.place))
        self._tell_state()
        self._tell_forgotten()
        if not self._discovered:
            self._show_home_assistant()

    def _begin_anew(self) -> None:
        """A new connection: what the last one did not bring to the broker is told again."""
        self._number = self._link.number
        self._reader.go_to(self._in_flight.arrived(self._reader.place))
        self._in_flight.forget()
        self._forgotten = self._sources.places.get(_FORGOTTEN)
        self._shown = ()
        if not self.choice.picture:
            self._link.publish(self._topic("picture"), "", retain=True)
        self._discovered = False

    def _tell(self, action: Sequence[Logged]) -> float:
        """Tell one action; give after how many seconds it wants to be told again, 0 for never."""
        if not self._link.is_up:
            return _AWAY_S
        if self._link.number != self._number:
            return _AGAIN_S
        before = action[0].seq - 1
        names = self._names = self._sources.identity.names()
        told = self._sources.watched.told(action)
        prev = self._sources.watched.before(told[0].seq) if told else 0
        for one in told:
            name = names.name(one.seq)
            message = event_message(one, name=name, prev=names.name(prev) if prev else "")
            if not self._send("event", message, before=before):
                return _AGAIN_S
            prev = one.seq
        if told and not self._alert(told, names, before=before):
            return _AGAIN_S
        self._tell_state()
        return 0.0

    def _send(self, what: str, message: Mapping[str, Any], *, before: int) -> bool:
        """Send what must arrive, when there is room for it."""
        if not self._in_flight.has_room(within_s=1.0) or self._link.number != self._number:
            return False
        return self._in_flight.send(lambda: self._publish(what, message), before=before)

    def _alert(self, action: Sequence[Logged], names: EventNames, *, before: int) -> bool:
        """Tell the action as one thing while it is fresh, once; and what the eye sees of a throw."""
        last, watched = action[-1], self._sources.watched
        if last.seq <= self._alerted or (age_s := watched.age_s(last)) is None or age_s > FRESH_S:
            return True
        if (setup := self._sources.setup_of(last.game)) is None:
            return True
        model = watched.model
        asked = model is None or model.game != last.game or asks(model)
        message = happened_message(
            action, setup, name=names.name(last.seq), language=self._sources.language(), asked=asked
        )
        if not self._send("happened", message, before=before):
            return False
        self._alerted = last.seq
        if any(isinstance(one.event, Threw | ThrowAsked | ThrowKept) for one in action):
            self._show_tray()
        return True

    def _show_tray(self) -> None:
        """Tell the picture of the tray, never of the room, where an admin has chosen so."""
        if not self.choice.picture or self._sources.watched.is_late:  # later, something else lies there
            return
        picture = self._sources.eye.tray_picture()
        if picture is not None and (jpeg := small_jpeg(picture)) is not None:
            self._link.publish(self._topic("picture"), jpeg, retain=True)

    def _show_home_assistant(self) -> None:
        """Tell Home Assistant what there is, or that there is nothing any more."""
        about = About(self._box, _version(), self._sources.address)
        told = ""
        if self.choice.discovery:
            told = json.dumps(discovery(about, self.choice, language=self._sources.language()))
        sent = self._link.publish(discovery_topic(self._box), told, retain=True)
        self._discovered = sent is not None

    def _tell_state(self) -> None:
        """Tell how the game stands, if that has changed, and not too often."""
        now = time.monotonic()
        if now - self._shown_at < STATE_EVERY_S:
            return
        sources, watched = self._sources, self._sources.watched
        eye, language = AWAITED if watched.is_late else sources.eye.state(), sources.language()
        model, newest = watched.model, watched.newest()
        troubles = (*sources.box.library.trouble(), eye.message)
        heard = sources.settings.get().heard
        shown = (id(model), newest, self._names, eye.state, troubles, language, heard)
        if shown == self._shown:
            return
        with speaking(language):
            trouble = said(*troubles)
        told = {
            "v": VERSION,
            "box": self._box,
            "name": self.choice.name or "Charkoni",
            "life": self._names.life,
            "id": self._names.name(newest) if newest else "",
            "instance": self._instance,
            **state_message(model, language=language),
            "eye": eye.state,
            "hears": heard,
            "trouble": trouble,
        }
        if self._publish("state", told, retain=True) is not None:
            self._shown, self._shown_at = shown, now

    def _tell_forgotten(self) -> None:
        """Tell which games were deleted, and remember it once the broker knows."""
        places = self._sources.places
        if self._forgotten is None:  # from now on
            self._forgotten = max([0, *(one.number for one in places.forgotten(since=0))])
            self._unkept = True
        for one in places.forgotten(since=self._forgotten):
            message = forgotten_message(one.game, first=one.first, last=one.last)
            if not self._send("forgotten", message, before=self._reader.place):
                return
            self._forgotten, self._unkept = one.number, True
        if self._unkept and self._in_flight.is_empty:
            places.put(_FORGOTTEN, self._forgotten)
            self._unkept = False

    def _hear(self, heard_on: str, content: bytes, kept: bool) -> None:
        """Hear a message; from the link's thread."""
        if heard_on == HOME_ASSISTANT:
            self._discovered &= content != b"online"
        elif kept:
            log.warning("mqtt: a message to %s is an old one, and is not heard", heard_on)
        elif heard_on == self._topic("do"):
            self._do(content)
        elif heard_on == self._topic("ask"):
            self._ask(content)

    def _do(self, content: bytes) -> None:
        sources = self._sources
        done = carry_out(
            content,
            sources.box,
            sources.settings,
            may=self.choice.may,
            writes=self._writes,
            language=sources.language(),
            newest=self._newest,
        )
        self._publish("done", done)

    def _newest(self) -> str:
        newest = self._sources.watched.newest()
        return self._sources.identity.names().name(newest) if newest else ""

    def _ask(self, content: bytes) -> None:
        try:
            since = read_json(content, example='{"since": ""}').get("since")
            if not isinstance(since, str):
                raise MalformedError("say since which event, by its name")
            names = self._sources.identity.names()
            # Where the life is not known, nobody can tell what the reader has: it leaves out what it knows.
            self._asked.ask((names.place_of(since) or 0) if since else 0)
        except ValueError as error:
            if not self._deaf:
                log.warning("mqtt: an ask cannot be read: %s", error)
            self._deaf = True


def _version() -> str:
    try:
        return version("charkoni")
    except PackageNotFoundError:  # it runs from a folder that nobody installed
        return "0"
