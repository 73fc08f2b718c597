// No game lies on the table: the page is loaded anew as soon as somebody has begun one.

import { ask } from "./ask.js";
import { leave } from "./leave.js";
import { Live } from "./live.js";

const { dataset } = document.getElementById("first");

async function news() {
  try {
    const answer = await ask("/api/v1/state");
    const state = await answer.json();
    if (answer.ok && state.game) leave(() => location.reload());
    return answer.ok;
  } catch {
    return false;
  }
}

new Live({ news, since: () => Number(dataset.seq) }).start();
