"""Why a broker cannot be reached, in words for who set it up: name, port, TLS, password."""

from __future__ import annotations

import errno
import socket
import ssl

from device.readers.outside import OUTSIDE, is_outside
from engine.messages import NOTHING, Message
from web.house.connections import LinkState, MqttChoice
from web.marks import joined

CLOSED = "closed"
"""The broker ended the connection without a word."""

SILENT = "silent"
"""It took the connection and never answered."""


def broken(text: Message, advice: Message = NOTHING) -> LinkState:
    """Return how a connection is that does not work."""
    return LinkState("broken", text, advice)


def fault_of(error: Exception | str | int, choice: MqttChoice) -> LinkState:
    """Tell why a broker cannot be reached.

    Args:
        error: What the attempt ended with; `CLOSED`, `SILENT`, or the code by which the broker refused.
        choice: What was tried.
    """
    host, port = choice.host, choice.port_or_usual
    if isinstance(error, int):
        return _refused(error, choice)
    if error == CLOSED:
        return broken(
            Message("{host} ends the connection without an answer", {"host": host}),
            Message("check the port: this one may want TLS")
            if not choice.tls
            else Message("check the port, usually 8883, or do without TLS"),
        )
    if error == SILENT:
        return broken(
            Message("{host} takes the connection and never answers", {"host": host}),
            Message("check that the program at this port is a broker of MQTT"),
        )
    if isinstance(error, socket.gaierror):
        return broken(
            Message("no computer is found under the name {host}", {"host": host}),
            Message("check the name, or give the number of the broker in place of it"),
        )
    if isinstance(error, ssl.SSLError):
        return _tls(error, choice)
    if isinstance(error, ConnectionRefusedError):
        return broken(
            Message("nothing answers at port {port} of {host}", {"port": port, "host": host}),
            Message("check the port, and that the broker runs and listens on the home network"),
        )
    if isinstance(error, ConnectionError | EOFError):
        return fault_of(CLOSED, choice)
    if isinstance(error, OSError) and error.errno in (errno.EPERM, errno.EACCES):
        return broken(Message("this box may not reach {host}", {"host": host}), OUTSIDE)
    advice = Message("check name and port, and that the broker is switched on")
    if is_outside(host, port):
        advice = joined(("", advice), (". ", OUTSIDE))
    return broken(Message("{host} does not answer", {"host": host}), advice)


def _refused(code: int, choice: MqttChoice) -> LinkState:
    """Tell why the broker refused, by its code (MQTT 3.1.1, section 3.2.2.3)."""
    if code in (4, 5, 134, 135):
        if not choice.user:
            return broken(Message("the broker asks for a user and a password"), Message("type both"))
        return broken(
            Message("the broker does not take the user {user} with this password", {"user": choice.user}),
            Message("type both again, as they are written at the broker"),
        )
    if code in (3, 136):
        return broken(
            Message("the broker takes no connections now"), Message("the box tries again by itself")
        )
    return broken(
        Message("the broker refuses the connection ({code})", {"code": code}),
        Message("look into the log of the broker"),
    )


def _tls(error: ssl.SSLError, choice: MqttChoice) -> LinkState:
    if "cadata" in str(error) or getattr(error, "library", "") in ("ASN1", "PEM", "X509"):
        return broken(
            Message("the certificate that was pasted cannot be read"),
            Message("paste all of it, from “BEGIN CERTIFICATE” to “END CERTIFICATE”"),
        )
    if not isinstance(error, ssl.SSLCertVerificationError):
        return broken(
            Message(
                "there is no TLS at port {port} of {host}",
                {"port": choice.port_or_usual, "host": choice.host},
            ),
            Message("check the port, usually 8883, or do without TLS"),
        )
    why = error.verify_message.lower()
    if "mismatch" in why or "not valid for" in why:
        return broken(
            Message("the certificate of the broker is for another name than {host}", {"host": choice.host}),
            Message("type the name that stands in the certificate"),
        )
    if "not yet valid" in why or "expired" in why:
        return broken(
            Message("by the clock of this box, the certificate of the broker is too old or too new"),
            Message("check the clock of the box, or give the broker a new certificate"),
        )
    return broken(
        Message("the certificate of the broker is from an authority that this box does not trust"),
        Message("paste the certificate of that authority below"),
    )
