// Keeps the screen on, where browsers offer that: to pages that came safely, while they are seen.

let wanted = false;
let lock = null;
let isAsking = false;

export function stayAwake(is) {
  wanted = is;
  if (is) ask();
  else lock?.release();
}

async function ask() {
  if (lock || isAsking || !wanted || !navigator.wakeLock || document.visibilityState !== "visible") return;
  isAsking = true;
  try {
    const given = await navigator.wakeLock.request("screen");
    lock = given;
    given.addEventListener("release", () => {
      lock = null;
    });
    if (!wanted) given.release();
  } catch {
    lock = null; // a phone that saves its battery says no
  } finally {
    isAsking = false;
  }
}

// The screen went dark or another page was looked at: the browser has taken the lock back.
document.addEventListener("visibilitychange", ask);
