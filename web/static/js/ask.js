// Fetches from the box, never for longer than a person waits: a phone that slept may hold dead requests.

const WAIT_MS = 8000;
const waiting = new Set();
const times = new WeakMap();

// When the question for an answer was sent and when the answer began to come, by the clock that never jumps.
export const timesOf = (answer) => times.get(answer);

export async function ask(address, options = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), WAIT_MS);
  if (!options.method) waiting.add(stop);
  try {
    const sent = performance.now();
    const answer = await fetch(address, { cache: "no-store", ...options, signal: stop.signal });
    times.set(answer, { sent, came: performance.now() });
    return answer;
  } finally {
    clearTimeout(timer);
    waiting.delete(stop);
  }
}

// The phone has woken: what was asked before is asked anew, and what is sent goes on.
export function drop() {
  for (const stop of waiting) stop.abort();
}

// An action that was meant once is told by its mark, so that none counts twice.
export function mark() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function post(name, csrf, body) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
  return ask(`/api/v1/${name}`, { method: "POST", headers, body });
}

// One question at a time: calls while one is under way lead to one more, so that a failure need not be the last word.
export function oneAtATime(fetched) {
  let asking = null;
  let again = false;
  return function news() {
    if (asking) {
      again = true;
      return asking;
    }
    asking = fetched(() => !again).finally(() => {
      asking = null;
      if (again) {
        again = false;
        news();
      }
    });
    return asking;
  };
}
