// On which side of a lying screen the board lies: this phone keeps it. It is told before the page is drawn, so
// that nothing moves.

const KEY = "charkoni-side";
const root = document.documentElement;

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // this phone keeps nothing
  }
}

function lay(right) {
  root.classList.toggle("board-right", right);
  document.getElementById("side")?.setAttribute("aria-pressed", String(right));
}

export function showSide() {
  lay(root.classList.contains("board-right"));
}

export function changeSide() {
  const right = !root.classList.contains("board-right");
  try {
    localStorage.setItem(KEY, right ? "right" : "left");
  } catch {
    // It holds until the page is left.
  }
  lay(right);
}

lay(kept() === "right");
