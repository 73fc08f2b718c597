#!/usr/bin/python3
"""A window of WebKit as narrow as a phone, for WebKitWebDriver, whose own MiniBrowser is wider."""

import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402 - only now is it known which

SCRIPT = """
// On a phone at home the page comes over plain HTTP; what comes from this machine itself is taken for safe.
Object.defineProperty(window, "isSecureContext", { value: false });
delete Navigator.prototype.serviceWorker;
window.errors = [];
addEventListener("error", (event) => errors.push(`${event.message} ${event.filename}:${event.lineno}`));
addEventListener("unhandledrejection", (event) => errors.push(String(event.reason?.stack ?? event.reason)));
addEventListener("securitypolicyviolation", (event) => errors.push(`policy: ${event.violatedDirective}`));
"""

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def window(_session):
    scripts = WebKit2.UserContentManager()
    frames, begins = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    scripts.add_script(WebKit2.UserScript.new(SCRIPT, frames, begins, None, None))
    settings = WebKit2.Settings()
    settings.set_enable_page_cache(True)
    view = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=scripts
    )
    shown = Gtk.Window()
    shown.set_decorated(False)
    shown.set_default_size(390, 844)
    shown.add(view)
    shown.show_all()
    view.grab_focus()
    # Whoever drives it cannot hide a window.
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGUSR1, lambda: shown.hide() or True)
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGUSR2, lambda: shown.show() or True)
    return view


def began(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("charkoni")
    session.set_application_info(info)
    session.connect("create-web-view", window)


context.connect("automation-started", began)
Gtk.main()
