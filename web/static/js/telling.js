// What this phone lets hear: everything, alerts or nothing, as chosen on it, else as the house has it. Tones and
// voice begin with a touch, as browsers want it.

import { Sound } from "./sound.js";
import { word } from "./words.js";

const LEVEL = "hears";
const VOICE = "voice";
const ON = "sound";

// A browser may keep nothing, as in a private window: then a choice lasts as long as the page.
export class Kept {
  constructor(store, key) {
    this.store = store;
    this.key = key;
    try {
      this.value = store().getItem(key) ?? "";
    } catch {
      this.value = "";
    }
  }

  set(value) {
    this.value = value;
    try {
      if (value) this.store().setItem(this.key, value);
      else this.store().removeItem(this.key);
    } catch {
      // It lasts as long as the page.
    }
  }
}

const always = () => localStorage;
const thisVisit = () => sessionStorage;

export function speak(text) {
  if (!text || !window.speechSynthesis) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  speechSynthesis.speak(words);
}

export function hush() {
  window.speechSynthesis?.cancel();
}

// Whether the phone has a voice for the language of the page. Some tell their voices late, some none at all.
export function hasVoice() {
  if (!window.speechSynthesis) return false;
  const all = speechSynthesis.getVoices?.() ?? [];
  const language = document.documentElement.lang;
  return !all.length || all.some((voice) => voice.lang.toLowerCase().replace("_", "-").split("-")[0] === language);
}

// The level, its choice on the page, and a line that says when not everything is heard.
export class Level {
  constructor(changed = () => {}) {
    this.own = new Kept(always, LEVEL);
    this.house = "everything";
    this.select = document.getElementById("hears");
    this.line = document.getElementById("hears-line");
    this.changed = changed;
    this.select.addEventListener("change", () => {
      this.own.set(this.select.value);
      this.show();
    });
    window.addEventListener("storage", (event) => {
      if (event.key !== LEVEL) return;
      this.own.value = event.newValue ?? "";
      this.show();
    });
    this.show();
  }

  get now() {
    return this.own.value || this.house;
  }

  hears(house) {
    if (house === this.house) return;
    this.house = house;
    this.show();
  }

  lets(alert) {
    return this.now === "everything" || (this.now === "alerts" && alert);
  }

  show() {
    const [asHouse, ...levels] = this.select.options;
    const title = levels.find((option) => option.value === this.house).textContent;
    asHouse.textContent = word("asTheHouse", { level: title });
    this.select.value = this.own.value;
    const says = this.now === "silent" ? word("tellsSilent") : this.now === "alerts" ? word("tellsAlerts") : "";
    if (this.line.textContent !== says) this.line.textContent = says;
    if (this.now === "silent") hush();
    this.changed();
  }
}

// Tones and voice of the page of the game.
export class Telling {
  constructor() {
    this.sound = new Sound(() => this.label());
    this.was = new Kept(thisVisit, ON);
    this.mute = new Kept(always, VOICE);
    this.number = null;
    this.seq = null;
    this.woke = false;
    this.button = document.getElementById("sound");
    this.voice = document.getElementById("voice");
    this.level = new Level(() => this.label());
    this.button.addEventListener("click", () => this.toggle());
    this.voice.addEventListener("change", () => {
      this.mute.set(this.voice.checked ? "" : "off");
      if (!this.voice.checked) hush();
    });
    window.speechSynthesis?.addEventListener?.("voiceschanged", () => this.label());
    // A new game, or a page that was loaded again: the next touch, wherever it is, lets it be heard again.
    if (this.was.value) {
      const again = (event) => {
        for (const kind of ["click", "keydown"]) document.removeEventListener(kind, again, true);
        if (!this.sound.on && !this.button.contains(event.target)) this.begin();
      };
      for (const kind of ["click", "keydown"]) document.addEventListener(kind, again, true);
    }
    this.label();
  }

  toggle() {
    if (this.sound.on && !this.sound.isStopped) {
      this.sound.stop();
      this.was.set("");
      hush();
      this.label();
      return;
    }
    this.begin();
    // The touch is answered at once: browsers give a voice only to who was touched.
    if (this.level.lets(false)) this.sound.play("turn");
    this.say(this.now?.[this.level.now] || this.level.line.textContent);
  }

  begin() {
    this.sound.start();
    this.was.set("on");
    this.label();
  }

  label() {
    if (!this.level) return;
    const on = this.sound.on && !this.sound.isStopped;
    this.button.setAttribute("aria-pressed", String(on));
    const silent = this.level.now === "silent";
    this.button.textContent = word(on ? (silent ? "soundSilent" : "soundOn") : this.was.value ? "soundAgain" : "soundOff");
    const speaks = hasVoice();
    this.voice.disabled = !speaks;
    this.voice.checked = speaks && !this.mute.value;
    document.getElementById("no-voice").hidden = speaks;
  }

  say(text) {
    if (this.sound.on && this.voice.checked && this.level.now !== "silent") speak(text);
  }

  // It slept, or the box was away: what was missed is not said, only what is to do now.
  slept() {
    this.woke = true;
  }

  // The state of the game, fresh from the box.
  hear({ seq, aloud, hears }) {
    this.level.hears(hears);
    this.now = aloud.now;
    const newest = aloud[this.level.now];
    if (this.seq !== null && seq > this.seq) {
      if (this.woke) this.say(aloud.now[this.level.now]);
      else if (newest && newest.seq > this.seq) this.say(newest.text);
    }
    this.seq = seq;
    this.woke = false;
  }

  // What the buzzer plays, each tune once.
  tune({ sound, sound_number: number, sound_alert: alert }) {
    const first = this.number === null;
    const fresh = number !== this.number;
    this.number = number;
    if (!first && fresh && sound && this.level.lets(alert)) this.sound.play(sound);
  }
}
