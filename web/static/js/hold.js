// Is something down: a finger, a mouse button, the space bar on a button? News waits for it, so that what lies
// under a finger stays until the tap is done. Of each kind only the newest news waits, and never for long:
// whatever becomes of the finger, it is shown.

export const TWICE_MS = 500; // the second touch of two so close together is the same wish
const LATE_MS = 350; // so much later than the finger is up its click may come
const LONG_MS = 10_000; // what is down for longer is no tap
const PRESSED = "button, summary, select, input, [role='button']";

export class Hold {
  constructor() {
    this.down = new Set();
    this.waiting = new Map();
    this.timer = 0;
    this.waited = false; // what is shown now has waited for a finger
    this.turn = new MessageChannel(); // its message comes right after what happens now
    this.turn.port2.onmessage = () => this.letGo();
    const hear = (kind, heard) => window.addEventListener(kind, heard, { capture: true, passive: true });
    hear("pointerdown", (event) => this.press(event.pointerId));
    hear("pointerup", (event) => this.lift(event.pointerId));
    hear("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) this.lift(event.pointerId);
    });
    // A finger that scrolls, a picture that is dragged: no click comes.
    hear("pointercancel", (event) => this.lift(event.pointerId) && this.letGo());
    // What the click does comes first.
    hear("click", () => this.timer && this.turn.port1.postMessage(null));
    hear("keydown", (event) => event.key === " " && event.target.matches?.(PRESSED) && this.press("key"));
    hear("keyup", () => this.lift("key"));
    hear("blur", (event) => event.target === window && this.letGo());
    hear("pagehide", () => this.letGo());
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.letGo());
  }

  get isDown() {
    return this.down.size > 0 || this.timer !== 0;
  }

  // Shows news as soon as nothing is down; it takes the place of older news of its kind.
  show(kind, news) {
    this.waiting.set(kind, news);
    if (!this.isDown) this.showAll();
  }

  // Waits until nothing is down.
  free() {
    return new Promise((done) => this.show(done, done));
  }

  press(what) {
    this.down.add(what);
    this.soon(LONG_MS);
  }

  lift(what) {
    const isLast = this.down.delete(what) && !this.down.size;
    if (isLast) this.soon(LATE_MS);
    return isLast;
  }

  soon(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.letGo(), after);
  }

  letGo() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.down.clear();
    this.waited = true;
    this.showAll();
    this.waited = false;
  }

  showAll() {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const news of all) news();
  }
}
