// The service worker, which browsers allow only to pages that came safely. It answers only when the box does
// not: from the files of the play page, and from the last board that a page has handed over. What the box
// answers to programs, and every other page, it leaves alone. The box puts `box` in front: the version of its
// files, their list, and the policy that its pages carry.
//
// A new version takes over at once: while the box answers, pages get everything from the box itself, so
// nothing old and new is ever mixed.

const FILES = `charkoni-files-${box.version}`;
const BOARD = "charkoni-board";
const PAGE_MS = 8000;
const FILE_MS = 4000;
const QUIET_MS = 10000;

let awaySince = -QUIET_MS;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(box.files)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

// What belongs to another version goes, the board as well: it was drawn for other files.
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("charkoni-") && name !== FILES).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data));
});

// A page hands its board over, or asks to forget it: what a phone may do has changed.
async function keep({ board, version }) {
  const cache = await caches.open(BOARD);
  if (!board) {
    await cache.delete("/");
  } else if (version === box.version) {
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": box.policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
    };
    await cache.put("/", new Response(board, { headers }));
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, address));
  else if (address.pathname.startsWith("/static/")) event.respondWith(file(event, request));
});

async function page(request, address) {
  try {
    const answer = await within(PAGE_MS, request);
    awaySince = -QUIET_MS;
    return answer;
  } catch {
    awaySince = performance.now();
  }
  const board = await (await caches.open(BOARD)).match("/");
  if (!board) return (await caches.match("/away")) ?? Response.error();
  return address.pathname === "/" ? board : Response.redirect("/");
}

async function file(event, request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept && performance.now() - awaySince < QUIET_MS) return kept;
  try {
    const answer = await within(FILE_MS, request);
    if (answer.ok) event.waitUntil(cache.put(request, answer.clone()));
    return answer;
  } catch {
    awaySince = performance.now();
    return kept ?? Response.error();
  }
}

function within(milliseconds, request) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("late")), milliseconds));
  return Promise.race([fetch(request), late]);
}
