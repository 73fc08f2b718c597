"""What browser tests share: Chromium, the box's address, a phone's size, axe's rules, a voice of paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

CHROMIUM = Path("/usr/bin/chromium")
HOST = "192.168.1.20"
PHONE = {"width": 390, "height": 844}

Look = Callable[[Any], list[str]]
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

SPOKEN = """
window.spoken = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", {
  value: { cancel() {}, speak(words) { window.spoken.push(words.text); } },
});
"""
"""Keeps what the page would say in `window.spoken`."""
