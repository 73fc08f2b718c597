// What this page hears of the box while it is looked at. Catches up after sleep and lost networks; a page that is
// hidden asks for nothing and keeps no stream.

import { drop } from "./ask.js";
import { SharedStream } from "./stream.js";

const CHECK_S = 25;

const isSeen = () => document.visibilityState === "visible";

export class Live {
  constructor({ news, since, eye = () => {}, lamps = () => {}, hears = () => {}, slept = () => {} }) {
    this.news = news;
    this.told = { eye, lamps, hears };
    this.slept = slept;
    this.stream = new SharedStream({ since, hears: (kind, data) => this.hear(kind, data) });
  }

  start() {
    const [wake, rest] = [() => isSeen() && this.wake(), () => this.stream.close()];
    document.addEventListener("visibilitychange", () => (isSeen() ? wake() : rest()));
    document.addEventListener("freeze", rest);
    document.addEventListener("resume", wake);
    window.addEventListener("online", wake);
    window.addEventListener("offline", () => this.news());
    window.addEventListener("pagehide", rest);
    setInterval(() => isSeen() && this.news(), CHECK_S * 1000);
    if (isSeen()) this.stream.open();
  }

  // A phone that slept may hold a dead stream: begin a new one and fetch what was missed.
  wake() {
    this.slept();
    drop();
    this.news();
    this.stream.open();
  }

  hear(kind, data) {
    if (kind === "message") this.soon();
    else if (kind in this.told) this.told[kind](JSON.parse(data));
    else return this.news();
  }

  // The events of one action come together: ask once for all of them.
  soon() {
    clearTimeout(this.gather);
    this.gather = setTimeout(() => this.news(), 25);
  }
}
