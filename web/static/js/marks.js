// What is drawn on a board besides its pieces: the trail of the last move, where a touched piece can go, its
// way home. The trail and the way lie under the pieces, the marks beside or around them: none is ever covered.

const PARTS = 12; // of a trail, each fainter than the one after it
const DOT = 20; // a fifth of a square, in hundredths of one

const attributes = { path: ["d"], circle: ["cx", "cy", "r"] };

function drawing(name, css, ...values) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  made.setAttribute("class", css);
  attributes[name].forEach((attribute, n) => made.setAttribute(attribute, values[n]));
  return made;
}

// As it is written: a board that is kept for a while without the box is marked before it is shown.
function boxOf(hit) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(hit.getAttribute(name)));
  return { x, y, width, height };
}

const hitsOf = (svg) => [...svg.querySelectorAll(".hit")];

// By seat: the squares that its pieces pass.
const waysOf = (svg, hits) =>
  (svg.dataset.ways ?? "").split(";").map((way) => way.split(" ").map((number) => hits[number]));

const isLong = ({ width, height }) => height > 1.5 * width;

// The middle of a square; of one that is longer than wide, where the next piece of its pile comes to lie.
function spotOf(svg, square) {
  const { x, y, width, height } = boxOf(square);
  const spot = { x: x + width / 2, y: y + height / 2 };
  if (!isLong({ width, height })) return spot;
  const { y: top, height: whole } = hitsBox(svg);
  const isAbove = spot.y < top + whole / 2;
  const here = menOn(svg, square).map((man) => Number(man.dataset.y));
  const edge = isAbove ? y + width / 2 : y + height - width / 2;
  if (!here.length) return { ...spot, y: edge };
  const last = isAbove ? Math.max(...here) : Math.min(...here);
  const next = last + (isAbove ? 1 : -1) * width;
  return { ...spot, y: Math.abs(next - edge) > height - width ? last : next };
}

function hitsBox(svg) {
  const boxes = hitsOf(svg).map(boxOf);
  const y = Math.min(...boxes.map((box) => box.y));
  return { y, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

const menOn = (svg, square) => [
  ...svg.querySelectorAll(`#men [data-square="${square.dataset.square}"][data-piece]`),
];

// Where a touched piece can go: a dot; around a piece that is taken a ring; around others that stay the corners
// of their square. Each is dark in light, to be told apart on every ground.
export function showTargets(svg, targets) {
  const marks = new Map();
  for (const { end, takes } of targets) marks.set(end, marks.get(end) || takes);
  const group = svg.querySelector("#marks");
  group.replaceChildren();
  for (const [end, takes] of marks) group.append(...markOf(svg, svg.querySelector(`.hit[data-square="${end}"]`), takes));
}

function markOf(svg, square, takes) {
  const { x, y, width, height } = boxOf(square);
  const men = menOn(svg, square);
  if (takes && men.length) {
    const mover = svg.querySelector("#men .chosen")?.dataset.piece.split(",")[0];
    const others = men.filter((man) => man.dataset.piece.split(",")[0] !== mover);
    return others.flatMap((man) => {
      const wide = Number(/scale\(([\d.]+)/.exec(man.firstElementChild.getAttribute("transform"))?.[1] ?? 1);
      return [1, 2].map(() => drawing("circle", "round", man.dataset.x, man.dataset.y, 50 * wide + 5));
    });
  }
  const spot = spotOf(svg, square);
  const covers = men.some(({ dataset }) => Math.hypot(dataset.x - spot.x, dataset.y - spot.y) < 60);
  const isBig = width > 150;
  if (!covers && !(isBig && men.length)) return [drawing("circle", "dot", spot.x, spot.y, DOT)];
  const long = 24;
  const corners = [[x, y, 1, 1], [x + width, y, -1, 1], [x + width, y + height, -1, -1], [x, y + height, 1, -1]]
    .map(([left, top, over, down]) => `M${left + over * 6} ${top + down * (6 + long)}v${-down * long}h${over * long}`)
    .join("");
  return [1, 2].map(() => drawing("path", "corners", corners));
}

// Where the last move began and where it ended, and how the piece went there.
export function markLast(within, last) {
  const svg = within.querySelector("svg.board") ?? within;
  for (const name of ["from", "to"]) {
    for (const hit of svg.querySelectorAll(`.hit.${name}`)) hit.classList.remove(name);
    for (const square of last?.[name] ?? []) svg.querySelector(`.hit[data-square="${square}"]`)?.classList.add(name);
  }
  showTrail(svg, last);
}

function showTrail(svg, last) {
  const group = svg.querySelector("#trail");
  const key = JSON.stringify([last?.from ?? [], last?.to ?? []]);
  if (!group || group.dataset.last === key) return; // what is there already does not begin to fade anew
  group.dataset.last = key;
  for (const old of group.querySelectorAll(".last")) old.remove();
  const hits = hitsOf(svg);
  for (const { player, points } of trailsOf(svg, hits, last)) {
    group.prepend(...trail(points, `last p${player}`));
  }
}

function middleOf(square) {
  const { x, y, width, height } = boxOf(square);
  return [x + width / 2, y + height / 2];
}

// Where a way home passes a square: of one that holds a pile near its inner end, where piles seldom reach.
function passOf(svg, square) {
  const box = boxOf(square);
  const [x, y] = middleOf(square);
  if (!isLong(box)) return [x, y];
  const { y: top, height: whole } = hitsBox(svg);
  return [x, y < top + whole / 2 ? top + whole * 0.43 : top + whole * 0.57];
}

// Which way each piece of the last move went: of those that stand where it ended, the one whose way leads there
// from where it began.
function trailsOf(svg, hits, last) {
  const ends = (last?.to ?? []).map((name) => hits.find((hit) => hit.dataset.square === name)).filter(Boolean);
  const found = [];
  const begins = (last?.from ?? []).map((name) => hits.find((hit) => hit.dataset.square === name)).filter(Boolean);
  for (const end of ends) {
    const ways = [...new Set(menOn(svg, end).map((man) => man.dataset.piece.split(",")[0]))].flatMap((player) =>
      begins.map((begin) => ({ player, squares: between(waysOf(svg, hits)[player] ?? [], begin, end) })),
    );
    const least = ways.filter(({ squares }) => squares.length > 1).sort((a, b) => a.squares.length - b.squares.length)[0];
    if (least) found.push({ player: least.player, points: pointsOf(svg, least) });
  }
  return found;
}

// Through the middles of the squares that it passed; from pile to pile straight on.
function pointsOf(svg, { player, squares }) {
  const [begin, end] = [squares[0], squares.at(-1)];
  if (!isLong(boxOf(end))) return squares.map(middleOf);
  const { x, y } = spotOf(svg, begin);
  const come = menOn(svg, end).filter((man) => man.dataset.piece.startsWith(`${player},`)).at(-1);
  return [[x, y], [Number(come.dataset.x), Number(come.dataset.y)]];
}

// The squares of a way from one to another; the shortest where it passes one of them twice.
function between(way, begin, end) {
  const starts = way.flatMap((square, n) => (square === begin ? [n] : []));
  const stops = way.flatMap((square, n) => (square === end ? [n] : []));
  const pairs = starts.flatMap((start) => stops.filter((stop) => stop > start).map((stop) => [start, stop]));
  const [start, stop] = pairs.sort((a, b) => a[1] - a[0] - (b[1] - b[0]))[0] ?? [0, -1];
  return way.slice(start, stop + 1);
}

// A line in parts of one length that grow wider and stronger towards its end.
function trail(points, css) {
  const steps = points.slice(1).map((to, n) => ({ from: points[n], to, long: Math.hypot(to[0] - points[n][0], to[1] - points[n][1]) }));
  const whole = steps.reduce((sum, { long }) => sum + long, 0);
  const at = (away) => {
    for (const { from, to, long } of steps) {
      if (away <= long) return [0, 1].map((axis) => Math.round(from[axis] + ((to[axis] - from[axis]) * away) / long));
      away -= long;
    }
    return points.at(-1);
  };
  const corners = [];
  steps.reduce((sum, { to, long }) => (corners.push([sum + long, to]), sum + long), 0);
  return Array.from({ length: PARTS }, (_, n) => {
    const [begins, ends] = [(whole * n) / PARTS, (whole * (n + 1)) / PARTS];
    const passed = corners.filter(([away]) => away > begins && away < ends).map(([, corner]) => corner);
    const made = drawing("path", css, `M${[at(begins), ...passed, at(ends)].join(" ")}`);
    made.setAttribute("stroke-width", 7 + 1.5 * n);
    made.setAttribute("stroke-opacity", (0.12 + (0.5 * n) / (PARTS - 1)).toFixed(2));
    return made;
  });
}

// The way home of a touched piece; none of null.
export function showWay(svg, man) {
  const group = svg.querySelector("#trail");
  for (const old of group?.querySelectorAll(".way") ?? []) old.remove();
  if (!group || !man) return;
  const player = man.dataset.piece.split(",")[0];
  const hits = hitsOf(svg);
  const way = waysOf(svg, hits)[player] ?? [];
  const stands = way.flatMap((square, n) => (square?.dataset.square === man.dataset.square ? [n] : []));
  const ahead = way.slice(man.classList.contains("lying") ? stands.at(-1) : stands[0]);
  if (ahead.length < 2) return;
  const seen = new Map();
  const points = ahead.map((square) => {
    const beside = 16 * (seen.get(square) ?? 0);
    seen.set(square, 1);
    return passOf(svg, square).map((length) => length + beside);
  });
  const line = `M${[[man.dataset.x, man.dataset.y], ...points.slice(isLong(boxOf(ahead[0])) ? 0 : 1)].join(" ")}`;
  const css = `way home p${player}`;
  group.append(drawing("path", `${css} case`, line), drawing("path", css, line), drawing("path", `way head p${player}`, head(points)));
}

function head(points) {
  const [[x1, y1], [x2, y2]] = points.slice(-2);
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [along, over] = [(x2 - x1) / long, (y2 - y1) / long];
  const side = (way) => [x2 - along * 30 - way * over * 20, y2 - over * 30 + way * along * 20].map(Math.round);
  return `M${[side(1), [x2, y2], side(-1)].join(" ")}Z`;
}
