"""The page over HTTPS in real Chromium, which trusts the box's own authority as a phone would."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from browser_for_tests import CHROMIUM, FLAGS, HOST, PHONE, Phones, empty, next_page
from device.net.authority import Authority
from device.net.server import Server
from engine.table.commands import ReportMove, TakeThrow
from engine.throw import Cowries
from ports_for_tests import KEY, House
from tests.bench.box.process import free_port
from web.auth.access import COOKIE
from web.ports import Trust

pytestmark = pytest.mark.browser


@dataclass
class Safe:
    """A box that is served both ways, and a browser that trusts it."""

    house: House
    authority: Authority
    context: Any
    plain: int
    secure: Server

    @property
    def address(self) -> str:
        return f"https://{HOST}:{self.secure.port}"

    def open(self, path: str = "/", *, plays: bool = True) -> Any:
        page = self.context.new_page()
        page.goto(self.address + path + (f"?key={KEY}" if plays else ""))
        return page

    def controlled(self, page: Any) -> None:
        """Wait until the service worker looks after the page, and has its files."""
        until(page, "() => navigator.serviceWorker.controller?.state === 'activated'")

    def kept(self, page: Any, text: str) -> None:
        """Wait until the worker has kept a board that holds a text."""
        until(
            page, "async (text) => (await (await caches.match('/'))?.text())?.includes(text) ?? false", text
        )

    def away(self) -> None:
        """Switch the box off."""
        self.house.app.extensions["live"].close()
        self.secure.close()

    def back(self) -> None:
        """Switch the box on again, at the same address."""
        self.house.app.extensions["live"]._closed = False
        self.secure = Server(
            self.house.app, host="127.0.0.1", port=self.secure.port, context=self.authority.context()
        )
        self.secure.start()


def until(page: Any, claim: str, about: object = None) -> None:
    """Wait until a claim is true; Playwright's own way would need what the page's policy forbids."""
    patience = time.monotonic() + 60
    while not page.evaluate(claim, about):
        assert time.monotonic() < patience, claim
        page.wait_for_timeout(50)


def trusted_by(browser_home: Path, authority: Authority) -> list[str]:
    """Let a browser trust an authority, as importing does; gives what Chromium has to be told.

    Nothing, where certutil (libnss3-tools) is installed; else the key of the page.
    """
    if shutil.which("certutil"):
        store = browser_home / ".pki" / "nssdb"
        store.mkdir(parents=True)
        file = browser_home / "authority.crt"
        file.write_text(authority.certificate())
        for order in (["-N", "--empty-password"], ["-A", "-n", "box", "-t", "C,,", "-i", str(file)]):
            subprocess.run(["certutil", "-d", f"sql:{store}", *order], check=True, capture_output=True)
        return []
    shown = x509.load_pem_x509_certificate(authority.server_file.read_bytes())
    der = shown.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    told = base64.b64encode(hashlib.sha256(der).digest()).decode()
    return [f"--ignore-certificate-errors-spki-list={told}"]


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    made = Authority(tmp_path_factory.mktemp("authority"))
    made.turn_on(["charkoni.local"])
    made.renew([HOST, "charkoni.local"])
    return made


@pytest.fixture(scope="session")
def trusting(tmp_path_factory: pytest.TempPathFactory, chromium: Any, authority: Authority) -> Iterator[Any]:
    """A browser with a home of its own, where what it trusts stands; test after test uses it again."""
    home = tmp_path_factory.mktemp("home")
    context = chromium.browser_type.launch_persistent_context(
        str(home / "profile"),
        executable_path=str(CHROMIUM),
        args=[*FLAGS, *trusted_by(home, authority)],
        env={"HOME": str(home)},
        viewport=PHONE,
    )
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture
def safe(house: House, authority: Authority, trusting: Any, port: int) -> Iterator[Safe]:
    secure = Server(house.app, host="127.0.0.1", port=free_port(), context=authority.context())
    secure.start()
    names = frozenset({HOST, "charkoni.local"})
    house.trust = Trust(authority.certificate(), authority.fingerprint(), secure.port, names)
    house.start()
    made = Safe(house, authority, trusting, port, secure)
    yield made
    made.away()
    empty(trusting, made.address, f"http://{HOST}:{port}")


def test_a_browser_that_trusts_nothing_refuses_the_box(
    house: House, authority: Authority, phones: Phones
) -> None:
    house.start()
    secure = Server(house.app, host="127.0.0.1", port=0, context=authority.context())
    secure.start()
    context = phones.new()
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        context.new_page().goto(f"https://{HOST}:{secure.port}/")
    context.close()
    house.app.extensions["live"].close()
    secure.close()


def test_a_phone_that_is_away_from_the_box_opens_the_last_board(safe: Safe) -> None:
    errors: list[str] = []
    page = safe.open()
    page.on("pageerror", lambda error: errors.append(str(error)))
    safe.controlled(page)
    # The board has changed since the page was loaded, and was turned: what is kept is the last one.
    page.evaluate("fetch('/?seat=1')")
    safe.house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page.locator('svg.board[data-quarters="2"]').wait_for()
    safe.house.table.do(ReportMove((0, 0), "r3c4"))
    page.locator(".whose strong", has_text="Ravi").wait_for()
    safe.kept(page, "<bdi>Ravi</bdi></strong>")
    safe.away()
    page.reload()
    page.locator("#away:not([hidden])", has_text="The box is away").wait_for()
    assert page.locator(".whose strong").inner_text() == "Ravi"
    assert page.locator("svg.board").get_attribute("data-quarters") == "2"
    assert page.locator('[data-piece="0,0"]').get_attribute("data-square") == "r3c4"
    assert "3 mouths up of 4" in page.locator(".words").first.inner_text()
    assert page.evaluate("getComputedStyle(document.querySelector('svg.board')).width") != "0px"
    assert page.locator("#play").get_attribute("data-csrf") == ""
    # Any other page leads to the board as well; then the box comes back, and so does the page.
    page.goto(safe.address + "/rules")
    page.locator("#away:not([hidden])").wait_for()
    assert page.url == safe.address + "/"
    safe.back()
    page.locator("#away").wait_for(state="hidden")
    safe.house.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    page.locator(".words", has_text="2 mouths up").first.wait_for()
    assert errors == []


def test_the_worker_keeps_files_and_one_board_and_nothing_else(safe: Safe) -> None:
    page = safe.open()
    safe.controlled(page)
    safe.house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page.locator(".words", has_text="3 mouths up").first.wait_for()
    safe.kept(page, "3 mouths up")
    for path in ("/rules", "/games", "/phones", "/phone", "/install", "/api/v1/state", "/tv", "/guide"):
        page.goto(safe.address + path)
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname);
          }
          return found;
        }"""
    )
    assert {path for path in kept if not path.startswith("/static/")} == {"/", "/away"}
    assert not [path for path in kept if path.endswith(".jpg")]
    text = page.evaluate("caches.match('/').then((answer) => answer.text())")
    [token] = {one["value"] for one in safe.context.cookies() if one["name"].endswith(COOKIE)}
    assert token not in text
    assert 'name="csrf" value="' not in text
    policy = page.evaluate("caches.match('/').then((a) => a.headers.get('Content-Security-Policy'))")
    assert "script-src 'self'" in policy
    # A phone that may do less keeps no board of before.
    page.goto(safe.address)
    safe.kept(page, 'data-role="player"')
    safe.house.phones.unpair(safe.house.phones.id_of(token))
    safe.house.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    page.locator(".watch").wait_for()
    safe.kept(page, 'data-role="watcher"')
    assert "arrange-open" not in page.evaluate("caches.match('/').then((answer) => answer.text())")


def test_without_a_board_the_worker_says_that_the_box_is_away(safe: Safe) -> None:
    page = safe.open("/install", plays=False)
    safe.controlled(page)
    safe.away()
    page.reload()
    page.locator("h1", has_text="The box is away").wait_for()
    safe.back()
    with next_page(page):
        page.click("text=Try again")
    page.locator(".board").wait_for()


def test_a_new_version_takes_over_at_once_and_leaves_nothing_of_the_old(
    safe: Safe, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = safe.open()
    safe.controlled(page)
    safe.kept(page, "data-role")
    page.evaluate("caches.open('charkoni-files-of-yore').then((one) => one.put('/x', new Response('x')))")
    view = safe.house.app.view_functions["install.worker"]

    def newer() -> Any:
        answer = view()
        answer.set_data(answer.get_data(as_text=True).replace('"version": "', '"version": "newer'))  # type: ignore[union-attr]
        return answer

    monkeypatch.setitem(safe.house.app.view_functions, "install.worker", newer)
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    until(
        page,
        """async () => {
          const names = (await caches.keys()).filter((name) => name.startsWith("charkoni-files"));
          return names.length === 1 && names[0].includes("newer");
        }""",
    )
    # The page is still of the old version: its board is not taken for the new one.
    safe.house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page.locator(".words", has_text="3 mouths up").first.wait_for()
    page.wait_for_timeout(1000)
    assert page.evaluate("caches.match('/').then((one) => one === undefined)")


def test_the_screen_is_asked_once_to_stay_on_during_a_game_and_on_the_television(safe: Safe) -> None:
    for path in ("/", "/tv"):
        page = safe.context.new_page()
        page.add_init_script("""
          window.asked = 0;
          window.locks = [];
          const real = navigator.wakeLock.request.bind(navigator.wakeLock);
          navigator.wakeLock.request = async (kind) => {
            window.asked += 1;
            while (!window.goOn) await new Promise((after) => setTimeout(after, 50));
            const lock = await real(kind);
            window.locks.push(lock);
            return lock;
          };
        """)
        page.goto(safe.address + path)
        until(page, "() => window.asked === 1")
        if path == "/":  # news come meanwhile
            safe.house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
            page.locator(".words").first.wait_for()
        page.evaluate("window.goOn = true")
        until(page, "() => window.locks.length === 1 && !window.locks[0].released")
        assert page.evaluate("asked") == 1
        page.close()


def test_a_phone_goes_from_plain_http_to_https_copies_there_and_still_plays(safe: Safe) -> None:
    page = safe.context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"http://{HOST}:{safe.plain}/?key={KEY}")
    page.locator("#throw-sheet").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("'serviceWorker' in navigator && Boolean(navigator.serviceWorker)") is False
    assert not [address for address in asked if "worker.js" in address]
    page.goto(f"http://{HOST}:{safe.plain}/install")
    with next_page(page):
        page.click(f"text={safe.address}/")
    page.locator("h2", has_text="This page came over HTTPS").wait_for()
    told = safe.house.trust
    assert told is not None
    safe.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=safe.address)
    page.click("text=Copy the fingerprint")
    page.locator("#copied:not(:empty)").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == told.fingerprint
    page.goto(safe.address)
    page.locator("#throw-sheet").wait_for()
    names = {one["name"]: one["secure"] for one in safe.context.cookies(safe.address)}
    assert names["__Host-phone"] is True
    assert names["phone"] is False


def test_the_first_load_is_light_with_the_worker_as_well_and_chromium_would_install_the_page(
    safe: Safe,
) -> None:
    page = safe.context.new_page()
    line = safe.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    page.goto(safe.address)
    safe.controlled(page)
    page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < 200_000
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["short_name"] == "Charkoni"
    assert line.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
