// Fetches from the box, never for longer than a person waits: a phone that slept may hold dead requests.

const WAIT_MS = 8000;
const waiting = new Set();

export async function ask(address, options = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), WAIT_MS);
  if (!options.method) waiting.add(stop);
  try {
    return await fetch(address, { cache: "no-store", ...options, signal: stop.signal });
  } finally {
    clearTimeout(timer);
    waiting.delete(stop);
  }
}

// The phone has woken: what was asked before is asked anew, and what is sent goes on.
export function drop() {
  for (const stop of waiting) stop.abort();
}
