// The box's clock beside this phone's: how far they are apart, in words of the page.

const line = document.getElementById("clocks");
const apart = Math.abs(Date.now() / 1000 - Number(line.dataset.now));
const [SAME_S, DAY_S] = [90, 86400]; // the page may have come slowly

if (apart < SAME_S) {
  line.textContent = line.dataset.same;
} else {
  const days = apart >= 2 * DAY_S;
  const count = Math.round(apart / (days ? DAY_S : 60));
  line.textContent = (days ? line.dataset.days : line.dataset.minutes).replace(/\{\w+\}/, count);
  line.className = "wrong";
}
