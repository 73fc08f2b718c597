// The slider of a game that is over: fetches the pieces of each step; without it the form loads the page.

const replay = document.querySelector(".replay");
const slider = replay.querySelector("input[type=range]");
const men = replay.querySelector("#men");
const board = replay.querySelector("svg.board");
const photo = replay.querySelector(".step-photo");
const steps = Number(replay.dataset.steps);
const known = new Map();
let wanted = Number(slider.value);

function fetched(step) {
  if (!known.has(step)) {
    const answer = fetch(`/games/${replay.dataset.game}/steps/${step}`).then((got) =>
      got.ok ? got.json() : Promise.reject(new Error(got.statusText)),
    );
    answer.catch(() => known.delete(step));
    known.set(step, answer);
  }
  return known.get(step);
}

function picture(name) {
  if (!name) return [];
  const link = document.createElement("a");
  link.className = "photo";
  link.href = `/photos/${name}.jpg`;
  const image = document.createElement("img");
  image.src = link.href;
  image.alt = replay.querySelector("#step-text").textContent;
  link.append(image);
  return [link];
}

async function show(step) {
  wanted = Math.min(Math.max(step, 0), steps);
  slider.value = wanted;
  replay.querySelector("#step-number").textContent = wanted;
  const asked = wanted;
  let found;
  try {
    found = await fetched(asked);
  } catch {
    return; // the box is away: the last step stays
  }
  if (asked !== wanted) return;
  men.innerHTML = found.men;
  board.dataset.turn = found.turn;
  replay.querySelector("#step-text").textContent = found.text;
  photo.replaceChildren(...picture(found.photo));
  if (asked < steps) fetched(asked + 1);
}

slider.addEventListener("input", () => show(Number(slider.value)));
for (const button of replay.querySelectorAll("[data-by]")) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    show(wanted + Number(button.dataset.by));
  });
}
replay.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
