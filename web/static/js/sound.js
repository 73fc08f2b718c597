// What the box's buzzer plays, on a phone; browsers allow sound only after a tap.

// [frequency in Hz, start in s, length in s]
const TUNES = {
  turn: [[660, 0, 0.12], [880, 0.14, 0.16]],
  kill: [[520, 0, 0.18], [390, 0.2, 0.3]],
  illegal: [[180, 0, 0.25], [180, 0.35, 0.25]],
  question: [[620, 0, 0.1], [780, 0.16, 0.22]],
  win: [[523, 0, 0.16], [659, 0.18, 0.16], [784, 0.36, 0.16], [1047, 0.54, 0.45]],
};

export class Sound {
  constructor(changed = () => {}) {
    this.context = null;
    this.isStopped = false; // by the phone itself: it was locked, or somebody called
    this.changed = changed;
    for (const kind of ["click", "keydown", "visibilitychange"]) document.addEventListener(kind, () => this.resume(), true);
  }

  get on() {
    return this.context !== null;
  }

  start() {
    if (!this.context) {
      const context = new AudioContext();
      this.context = context;
      context.addEventListener("statechange", () => {
        if (context !== this.context) return;
        this.isStopped = context.state !== "running";
        this.changed();
      });
    }
    this.resume();
  }

  // Some phones allow it when the page is seen again, others at the next touch.
  resume() {
    if (this.context && this.context.state !== "running") this.context.resume().catch(() => {});
  }

  stop() {
    this.context?.close();
    this.context = null;
    this.isStopped = false;
  }

  play(name) {
    if (!this.context || this.isStopped || !TUNES[name]) return;
    const now = this.context.currentTime + 0.02;
    for (const [frequency, start, length] of TUNES[name]) {
      const tone = this.context.createOscillator();
      const volume = this.context.createGain();
      tone.type = "triangle";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0, now + start);
      volume.gain.linearRampToValueAtTime(0.25, now + start + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.001, now + start + length);
      tone.connect(volume).connect(this.context.destination);
      tone.start(now + start);
      tone.stop(now + start + length);
    }
  }
}
