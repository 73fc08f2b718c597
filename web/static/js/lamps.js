// The box's lamps as they shine now, wherever they stand on a page.

export function shine(lamps) {
  document.querySelectorAll("svg.lamp").forEach((lamp, place) => {
    const level = lamp.classList.contains("alarm") ? lamps.alarm : (lamps.players[place] ?? 0);
    lamp.querySelector(".glow").setAttribute("fill-opacity", level * 0.35);
    lamp.querySelector(".bulb").setAttribute("fill-opacity", 0.12 + level * 0.88);
  });
}
