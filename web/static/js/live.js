// Listens to /events. Catches up after sleep and lost networks; where there is no room for another stream,
// or no stream at all, it asks for the state now and then.

import { drop } from "./ask.js";

const POLL_S = 3;
const CHECK_S = 25;
const WAITS_S = [0.5, 1, 2, 4, 8];

// The box was stopped on purpose: the line that says it is away tells how it starts again, until it is back.
function showStopped(text) {
  let line = document.getElementById("away");
  if (!line) {
    line = document.createElement("p");
    Object.assign(line, { id: "away", className: "away", role: "status" });
    document.getElementById("main").prepend(line);
  }
  line.dataset.usual ??= line.textContent;
  line.textContent = text;
  line.hidden = false;
}

function showStarted() {
  const line = document.getElementById("away");
  if (line?.dataset.usual === undefined) return;
  line.textContent = line.dataset.usual;
  line.hidden = true;
  delete line.dataset.usual;
}

export class Live {
  constructor({ news, since, eye = () => {}, lamps = () => {}, hears = () => {}, slept = () => {}, stopped = showStopped }) {
    this.news = news;
    this.eye = eye;
    this.lamps = lamps;
    this.hears = hears;
    this.slept = slept;
    this.stopped = stopped;
    this.isStopped = false;
    this.since = since;
    this.failures = 0;
    this.timer = 0;
    this.stream = null;
  }

  start() {
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    document.addEventListener("resume", () => this.wake());
    window.addEventListener("online", () => this.wake());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.wake();
    });
    window.addEventListener("offline", () => this.news());
    window.addEventListener("pagehide", () => this.stream?.close());
    setInterval(() => {
      if (document.visibilityState === "visible") this.news();
    }, CHECK_S * 1000);
    this.listen();
  }

  // A phone that slept may hold a dead stream: begin a new one and fetch what was missed.
  wake() {
    this.failures = 0;
    this.slept();
    drop();
    this.news();
    this.listen();
  }

  listen() {
    clearTimeout(this.timer);
    this.stream?.close();
    const stream = new EventSource(`/events?since=${this.since()}`);
    this.stream = stream;
    stream.addEventListener("open", () => {
      this.failures = 0;
      showStarted();
      this.news();
    });
    stream.addEventListener("message", () => this.soon());
    stream.addEventListener("phones", () => this.news());
    stream.addEventListener("eye", (event) => this.eye(JSON.parse(event.data)));
    stream.addEventListener("lamps", (event) => this.lamps(JSON.parse(event.data)));
    stream.addEventListener("hears", (event) => this.hears(JSON.parse(event.data)));
    stream.addEventListener("stopped", (event) => {
      this.isStopped = true;
      this.stopped(JSON.parse(event.data).text);
    });
    stream.addEventListener("error", () => {
      if (stream === this.stream) this.lost(stream);
    });
  }

  // The events of one action come together: ask once for all of them.
  soon() {
    clearTimeout(this.gather);
    this.gather = setTimeout(() => this.news(), 25);
  }

  async lost(stream) {
    stream.close();
    clearTimeout(this.timer);
    const wasStopped = this.isStopped; // it may still answer for a moment, and is not asked
    this.isStopped = false;
    const reached = wasStopped || (await this.news());
    const wait = reached ? POLL_S : WAITS_S[Math.min(this.failures, WAITS_S.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.listen(), wait * 1000);
  }
}
