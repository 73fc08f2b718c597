"""Why a throw of dice is void, and thrown again (BS6)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.reasons import Reason

VOIDS: Mapping[str, Reason] = {
    "leans": Reason("BS6", "bg-void-leans", {}),
    "stacked": Reason("BS6", "bg-void-stacked", {}),
    "rim": Reason("BS6", "bg-void-rim", {}),
    "outside": Reason("BS6", "bg-void-outside", {}),
    "checker": Reason("BS6", "bg-void-checker", {}),
    "said": Reason("BS6", "bg-void-said", {}),
}
"""By what is wrong with a die: it leans, lies on another, touches the rim, lies outside the tray or on a
checker; or players say that the throw was none, without a word more."""
