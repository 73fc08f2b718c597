// Leaves the page once: a second way out, before the first has brought the next page, would cut that one off.

const AGAIN_MS = 10000; // a way that has come to nothing by then may be gone anew

let left = -AGAIN_MS;

export function leave(go) {
  const now = performance.now();
  if (now - left < AGAIN_MS) return;
  left = now;
  go();
}
