"""Where things of the repository lie, for tests."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUPPORT = ROOT / "tests" / "support"
FRAMES = ROOT / "tests" / "frames"
FILMS = ROOT / "tests" / "films"
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"
"""Absent where the repository stands alone; a test that needs it then skips."""
