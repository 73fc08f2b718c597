// The script's sentences, in the reader's language: the page hands them over, there is no second catalogue.

const given = JSON.parse(document.getElementById("words").textContent);

export function word(key, shown = {}) {
  return given[key].replace(/\{(\w+)\}/g, (_, name) => shown[name]);
}
