// The clock of a match between two states of the box: it counts on by this phone's clock that never jumps, and keeps
// to the box's by the round trips of what the page asks for anyway. It asks for nothing itself.

const DRIFT = 2e-4; // the clocks of phones and boxes go apart by less: 0.2 ms a second
const LOW_S = 60;
const JUMPED_MS = 500; // so far apart, the two clocks of this phone say that it slept

// How far the box's clock is ahead of this phone's, in seconds: somewhere between two bounds. A reading was taken after
// the question for it was sent, and before its answer came.
export class BoxTime {
  constructor() {
    this.forget();
  }

  // This phone has slept, and its clock may have slept with it.
  forget() {
    this.least = -Infinity;
    this.most = Infinity;
    this.at = 0;
  }

  get isKnown() {
    return this.most < Infinity;
  }

  learn(now_s, { sent, came }) {
    const older = ((came - this.at) / 1000) * DRIFT;
    const [least, most] = [now_s - came / 1000, now_s - sent / 1000];
    this.least = Math.max(least, this.least - older);
    this.most = Math.min(most, this.most + older);
    if (this.least > this.most) [this.least, this.most] = [least, most]; // the box was started anew
    this.at = came;
  }

  now(phone_ms = performance.now()) {
    return phone_ms / 1000 + (this.least + this.most) / 2;
  }
}

export function left(reading, seat, now_s) {
  const all = reading.reserves_s[seat];
  if (seat !== reading.running) return all;
  return Math.max(0, all - Math.max(0, now_s - reading.now_s - reading.free_s));
}

export function free(reading, now_s) {
  return Math.max(0, reading.free_s - Math.max(0, now_s - reading.now_s));
}

const whole = (seconds) => Math.ceil(Math.round(seconds * 1000) / 1000);

export function clockText(seconds) {
  const all = whole(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

export class MatchClock {
  constructor(asks = () => {}) {
    this.asks = asks; // for a fresh state, as this phone's clock cannot be believed
    this.time = new BoxTime();
    this.reading = null;
    this.box = null;
    this.isAway = false;
    this.timer = 0;
    this.apart = null;
  }

  // A state of the box, and when it was asked for and came.
  hear({ clock, box }, times) {
    if (!clock || !times) {
      if (clock === null) this.reading = null;
      return;
    }
    if (box !== this.box) this.time.forget();
    else if (this.reading && clock.now_s < this.reading.now_s) return; // overtaken on its way
    this.box = box;
    this.isAway = false;
    this.reading = clock;
    this.time.learn(clock.now_s, times);
    this.show();
  }

  slept() {
    this.time.forget();
    this.show();
  }

  // While the box is away nobody knows how it goes on.
  away(is) {
    if (is === this.isAway) return;
    this.isAway = is;
    this.show();
  }

  // Writes what is left wherever it stands on the page, and again when the next second has gone.
  show() {
    clearTimeout(this.timer);
    if (!this.reading || this.isAway || !this.time.isKnown) return;
    const apart = Date.now() - performance.now();
    if (this.apart !== null && Math.abs(apart - this.apart) > JUMPED_MS) this.asks();
    this.apart = apart;
    const now_s = this.time.now();
    const { reading } = this;
    for (const side of document.querySelectorAll("[data-clock]")) this.write(side, Number(side.dataset.clock), now_s);
    if (reading.running === null) return;
    const runs = free(reading, now_s) || left(reading, reading.running, now_s);
    if (runs) this.timer = setTimeout(() => this.show(), Math.max(4, (runs - Math.ceil(runs) + 1) * 1000 + 1));
  }

  write(side, seat, now_s) {
    const { reading } = this;
    const has = left(reading, seat, now_s);
    const runs = seat === reading.running;
    const delay = runs ? whole(free(reading, now_s)) : 0;
    const isUp = reading.fallen.includes(seat) || (runs && !has && !delay);
    side.classList.toggle("runs", runs);
    side.classList.toggle("low", has < LOW_S);
    say(side.querySelector(".left"), clockText(has));
    const waits = side.querySelector(".delay");
    waits.hidden = !delay;
    if (delay) say(waits.querySelector("span"), String(delay));
    side.querySelector(".up").hidden = !isUp;
  }
}

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
