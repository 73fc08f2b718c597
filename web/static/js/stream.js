// One event stream for all pages of a browser that are looked at, as a browser has six connections to a box: one
// page leads, listens to /events, and passes on to the others what it hears. When it is closed, hidden or still,
// another leads.

const NAME = "charkoni stream";
const ASK_MS = 500; // a page that has heard nothing of the leader for so long asks for it
const ANSWER_MS = 250; // so long the leader has to answer
const SPREAD_MS = 100; // pages take the lead one after the other, or all would
const POLL_S = 3;
const WAITS_S = [0.5, 1, 2, 4, 8];
const KINDS = ["message", "phones", "eye", "lamps", "hears", "stopped"];

// The way to the other pages; null where the browser has none.
const toOthers = () => (window.BroadcastChannel ? new BroadcastChannel(NAME) : null);

export class SharedStream {
  constructor({ since, hears }) {
    this.since = since;
    this.hears = hears; // what the stream has for this page: a kind and its data; also that it opens, or is lost
    this.id = Math.random();
    this.leader = null;
    this.timer = 0;
    this.stream = null;
    this.channel = null;
  }

  get leads() {
    return this.leader === this.id;
  }

  open() {
    this.close();
    this.failures = 0;
    this.channel = toOthers();
    if (!this.channel) {
      this.lead({ polls: true }); // nobody knows how many pages there are
      return;
    }
    this.channel.onmessage = ({ data }) => this.listen(data);
    this.ask();
  }

  close() {
    clearTimeout(this.timer);
    this.stream?.close();
    if (this.leads) this.say("gone");
    this.channel?.close();
    this.channel = this.stream = this.leader = null;
  }

  say(kind, data) {
    this.channel?.postMessage({ kind, data, from: this.id });
  }

  after(wait_ms, then) {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, wait_ms);
  }

  ask() {
    this.say("who");
    this.after(ANSWER_MS + Math.random() * SPREAD_MS, () => this.lead());
  }

  listen({ kind, data, from }) {
    if (this.leads && from > this.id && kind !== "gone") {
      this.say("lead"); // it asks, or thinks that it leads
    } else if (kind === "who") {
      if (this.leads) this.say("lead");
    } else if (kind === "gone") {
      if (from === this.leader) this.after(Math.random() * SPREAD_MS, () => this.lead());
    } else {
      this.follow(from);
      if (kind !== "lead") this.hears(kind, data);
    }
  }

  follow(leader) {
    this.stream?.close();
    this.stream = null;
    this.leader = leader;
    this.after(ASK_MS + Math.random() * SPREAD_MS, () => this.ask());
  }

  lead({ polls = false } = {}) {
    this.leader = this.id;
    this.polls = polls;
    this.say("lead");
    this.connect();
  }

  connect() {
    if (this.polls) {
      this.lost();
      return;
    }
    const stream = new EventSource(`/events?since=${this.since()}`);
    this.stream = stream;
    stream.addEventListener("open", () => {
      this.failures = 0;
      this.tell("open");
    });
    for (const kind of KINDS) stream.addEventListener(kind, ({ data }) => this.tell(kind, data));
    // The box has ended the oldest of too many streams of this browser: a new one would end another.
    stream.addEventListener("full", () => {
      this.polls = true;
    });
    stream.addEventListener("error", () => stream === this.stream && this.lost());
  }

  tell(kind, data) {
    this.say(kind, data);
    return this.hears(kind, data);
  }

  // Without a stream all pages ask now and then; so they do while the box is away.
  async lost() {
    const { stream } = this;
    stream?.close();
    const reached = await this.tell("lost");
    if (!this.leads || stream !== this.stream) return;
    const wait_s = reached ? POLL_S : WAITS_S[Math.min(this.failures, WAITS_S.length - 1)];
    this.failures += 1;
    this.after(wait_s * 1000, () => this.connect());
  }
}
