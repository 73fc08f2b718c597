// The script's sentences, in the reader's language: the page hands them over, there is no second catalogue.

const given = JSON.parse(document.getElementById("words").textContent);

// Letters and marks of the other direction: Hebrew, Arabic and their like.
const OTHER_WAY = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

// A name for the middle of a sentence, which goes on in its own direction after it; as the box itself writes it.
export function isolated(name) {
  const shown = name.replace(CONTROLS, "");
  return shown !== name || OTHER_WAY.test(shown) ? `\u2068${shown}\u2069` : name;
}

export function word(key, shown = {}) {
  return given[key].replace(/\{(\w+)\}/g, (_, name) => shown[name]);
}
