// A piece is dragged by mouse or finger: a little way lifts it and shows where it can go, dropped there it plays, and
// dropped elsewhere it glides back. While what hands did is told, any piece goes to any square.

const FAR_PX = 8; // a finger that touches moves less
const CLICK_MS = 50; // so soon after the drop comes the click that belongs to it
const BACK_MS = 220;

export class Drag {
  constructor(board, dropped) {
    this.board = board;
    this.dropped = dropped;
    this.held = null; // what is under the finger, lifted or not
    this.sent = null; // what was dropped, until the box has answered
    this.end = null; // of the last drag
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.grip(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    // Not every browser asks a part of a drawing how it is touched: what is gripped is no scrolling.
    svg.addEventListener("touchmove", (event) => this.held && event.cancelable && event.preventDefault(), {
      passive: false,
    });
    svg.addEventListener("pointercancel", (event) => event.pointerId === this.held?.id && this.cancel());
  }

  // The piece that goes when this one is gripped: in a pile it is the one on top. Null where none can go.
  gripOf(man) {
    const { board } = this;
    if (!board.acts || board.arranging) return null;
    if (board.isFree) return board.isMeant(man) ? man : null;
    if (board.mine(man.dataset.piece).length) return man;
    const [player] = man.dataset.piece.split(",");
    const pile = board.men.querySelectorAll(`[data-square="${man.dataset.square}"].can`);
    return [...pile].find((one) => one.dataset.piece.split(",")[0] === player) ?? null;
  }

  grip(event) {
    if (!event.isPrimary || event.button || this.held || this.board.sent) return;
    const touched = event.target.closest("[data-piece]");
    const man = touched && this.gripOf(touched);
    if (man && this.board.men.contains(man)) {
      this.held = { id: event.pointerId, man, start: event, at: this.board.at(event), dx: 0, dy: 0, isUp: false };
    }
  }

  drag(event) {
    const { board, held } = this;
    if (event.pointerId !== held?.id) return;
    if (!held.man.isConnected) {
      this.held = null; // the board was drawn anew
      return;
    }
    const { clientX, clientY } = held.start;
    if (!held.isUp && Math.hypot(event.clientX - clientX, event.clientY - clientY) < FAR_PX) return;
    if (!held.isUp) this.lift();
    const at = board.at(event);
    [held.dx, held.dy] = [at.x - held.at.x, at.y - held.at.y];
    held.man.setAttribute("transform", `translate(${held.dx} ${held.dy})`);
  }

  lift() {
    const { board, held } = this;
    held.isUp = true;
    board.svg.setPointerCapture(held.id);
    board.byKey = false;
    board.came = null;
    board.men.append(held.man);
    if (board.isFree) board.chooseFreely(held.man.dataset.piece, "touchSquare");
    else board.choosePiece(held.man.dataset.piece);
    held.man.classList.add("held");
  }

  async drop(event) {
    const { board, held } = this;
    if (event.pointerId !== held?.id) return;
    this.held = null;
    if (!held.isUp) return;
    this.end = event;
    this.sent = held;
    const at = board.at(event);
    board.isTwice(at, board.squareAt(at)); // a finger that trembles touches again where it dropped
    const { man } = held;
    man.dataset.x = Number(man.dataset.x) + held.dx;
    man.dataset.y = Number(man.dataset.y) + held.dy;
    const isSent = man.isConnected && (await this.play(held, at));
    this.dropped();
    if (!isSent) this.settled();
  }

  async play({ man }, at) {
    const { board } = this;
    if (board.isFree) {
      const name = board.squareAt(at);
      if (name === null || name === man.dataset.square) return false;
      board.sendFreely(name);
      return true;
    }
    const targets = board.nearestTarget(board.mine(man.dataset.piece), at, board.reach / 3); // one sees where it is
    return targets.length > 0 && board.play(targets);
  }

  // The click that follows a drop is no touch.
  isEnd({ timeStamp, clientX, clientY }) {
    const { end } = this;
    if (!end || timeStamp - end.timeStamp > CLICK_MS) return false;
    return Math.hypot(clientX - end.clientX, clientY - end.clientY) < 2;
  }

  cancel() {
    const { held } = this;
    this.held = null;
    if (!held?.isUp) return;
    this.sent = held;
    held.man.dataset.x = Number(held.man.dataset.x) + held.dx;
    held.man.dataset.y = Number(held.man.dataset.y) + held.dy;
    this.settled();
  }

  // What still lies where it was dropped glides back: nothing was played.
  settled() {
    const { board, sent } = this;
    this.sent = null;
    if (!sent?.man.isConnected) return;
    const { man, dx, dy } = sent;
    man.dataset.x = Number(man.dataset.x) - dx;
    man.dataset.y = Number(man.dataset.y) - dy;
    man.removeAttribute("transform");
    man.classList.remove("held");
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const from = `translate(${dx}px, ${dy}px)`;
      man.animate([{ transform: from }, { transform: "none" }], { duration: BACK_MS, easing: "ease-out" });
    }
    if (board.piece === man.dataset.piece) board.choosePiece(null);
  }
}
