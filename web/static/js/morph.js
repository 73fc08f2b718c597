// Puts new HTML into a part of the page, and keeps every element that is still there: what is in focus, open,
// chosen, typed or scrolled stays so. A control is the same only if it does the same: one never becomes another.

const OF_THE_PAGE = new Set(["open", "aria-pressed"]); // set here, never by the box
const TOKENS = new Set(["csrf", "at", "request"]);

export function morph(part, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const named = {
    here: new Map(holders(part)),
    wanted: new Set(holders(fresh.content).map(([key]) => key)),
  };
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  fit(part, fresh.content, named);
  if (!focused?.isConnected) return;
  // Its line has gone down the list, below what is folded.
  for (let up = focused.parentElement; up && up !== part; up = up.parentElement) {
    if (up.localName === "details" && !up.querySelector(":scope > summary")?.contains(focused)) up.open = true;
  }
  if (document.activeElement !== focused) focused.focus({ preventScroll: true });
}

// Elements with a name of their own, and what holds one, each with its key.
function holders(part) {
  const found = [];
  for (const one of part.querySelectorAll("[id]")) {
    for (let up = one; up && up !== part; up = up.parentElement) {
      const key = keyOf(up);
      if (!isNamed(key)) break;
      found.push([key, up]);
    }
  }
  return found;
}

const isNamed = (key) => key.includes("#");

function keyOf(node) {
  const name = node.localName ?? "text";
  if (node.id) return `#${node.id}`;
  switch (name) {
    case "li":
    case "div": {
      const first = node.querySelector("[id]");
      return first ? `${name} #${first.id}` : name;
    }
    case "form": {
      const sent = [...node.querySelectorAll('input[type="hidden"]')].filter((one) => !TOKENS.has(one.name));
      return [name, node.dataset.api, ...sent.map((one) => `${one.name}=${one.getAttribute("value")}`)].join(" ");
    }
    case "button":
      return `${name} ${node.name} ${node.getAttribute("value")} ${node.textContent.trim()}`;
    case "option":
      return `${name} ${node.getAttribute("value")}`;
    case "select":
      return `${name} ${node.name}`;
    case "input":
      return `${name} ${node.type} ${node.name} ${node.type === "hidden" ? node.getAttribute("value") : ""}`;
    case "a":
      return `${name} ${node.getAttribute("href")}`;
  }
  return name;
}

function fit(live, fresh, named) {
  const next = [...fresh.childNodes];
  const keys = next.map(keyOf);
  let at = live.firstChild;
  next.forEach((one, place) => {
    const wanted = new Set(keys.slice(place));
    while (at && !wanted.has(keyOf(at))) at = leave(at, named);
    const kept = find(keys[place], at, named);
    if (kept && kept === at) at = at.nextSibling;
    else if (kept) move(kept, live, at);
    const there = kept ?? live.insertBefore(document.importNode(one, false), at);
    if (kept) renew(there, one);
    fit(there, one, named);
  });
  while (at) at = leave(at, named);
}

// Step over a node that goes; a named one that is wanted elsewhere stays until then.
function leave(node, named) {
  const after = node.nextSibling;
  const key = keyOf(node);
  if (!(named.wanted.has(key) && named.here.get(key) === node)) node.remove();
  return after;
}

function find(key, at, named) {
  const known = named.here.get(key);
  if (known) {
    named.here.delete(key);
    return known;
  }
  for (let node = at; node; node = node.nextSibling) if (keyOf(node) === key) return node;
  return null;
}

function move(node, live, at) {
  if (node.isConnected && live.isConnected && live.moveBefore) live.moveBefore(node, at);
  else live.insertBefore(node, at);
}

function renew(there, one) {
  if (one.nodeType !== Node.ELEMENT_NODE) {
    if (there.data !== one.data) there.data = one.data;
    return;
  }
  const fresh = there.classList.contains("fresh");
  for (const { name } of [...there.attributes]) {
    if (!one.hasAttribute(name) && !OF_THE_PAGE.has(name)) set(there, name, null);
  }
  for (const { name, value } of one.attributes) {
    if (there.getAttribute(name) !== value && !OF_THE_PAGE.has(name)) set(there, name, value);
  }
  if (fresh) there.classList.add("fresh");
}

function set(there, name, value) {
  if (value === null) there.removeAttribute(name);
  else there.setAttribute(name, value);
  if (name === "selected") there.selected = value !== null;
  if (name === "value" && there.localName === "input") there.value = value ?? "";
}
