// What others did since the player's last answer: what concerns them, and the table step by step.
import { say } from "./words.js";

const MOST = 4; // lines that are listed

export class Since {
  constructor(root, stage) {
    this.root = root;
    this.stage = stage;
    this.place = root.querySelector("[data-since]");
    this.told = root.querySelector("[data-since-told]");
    this.begin();
  }

  // The player has answered: what comes from now on is news.
  begin() {
    if (!this.place) return;
    this.stop();
    this.close();
    this.base = this.parts();
    this.steps = [];
  }

  parts() {
    const parts = [...this.root.querySelectorAll(".board [data-part]")];
    return Object.fromEntries(parts.map((part) => [part.dataset.part, part.innerHTML]));
  }

  // Something was shown.
  add({ parts, log }) {
    if (!this.place) return;
    const lines = document.createElement("ol");
    lines.innerHTML = log;
    this.steps.push({ parts, lines: [...lines.children] });
  }

  // The whole table was sent anew: what was before is not what led to it.
  forget() {
    if (!this.place) return;
    this.stop();
    this.close();
    this.steps = [];
  }

  // The player is asked again.
  show() {
    if (!this.place) return;
    const lines = this.steps.flatMap((step) => step.lines);
    const first = lines.findIndex((line) => line.dataset.others !== undefined);
    if (first < 0) return; // nobody else has done anything
    const yours = lines.slice(first).filter((line) => line.dataset.yours !== undefined);
    const list = document.createElement("ul");
    for (const line of yours.slice(-MOST)) list.append(line.cloneNode(true));
    const more = yours.length > MOST ? [say("since-more", { count: yours.length - MOST })] : [];
    this.told.replaceChildren(...(yours.length ? [list] : [say("since-none")]), ...more);
    this.button("open").textContent = say("since-open", { count: yours.length });
    this.button("open").hidden = !yours.length;
    this.unfold(false);
    this.place.hidden = false;
    this.button("step").hidden = !this.steps.some((step) => this.isSeen(step));
  }

  // On a small screen the list is folded to its count.
  unfold(open = !this.place.classList.contains("open")) {
    this.place.classList.toggle("open", open);
    this.button("open").ariaExpanded = String(open);
  }

  isSeen({ parts }) {
    return Object.keys(parts).some((name) => name in this.base);
  }

  button(name) {
    return this.place.querySelector(`[data-tool="since-${name}"]`);
  }

  close() {
    if (this.place) this.place.hidden = true;
  }

  // -- step by step: the board as it was, and what was told -----------------------------------------

  get isStepping() {
    return this.at !== undefined;
  }

  go(by) {
    const seen = this.steps.filter((step) => this.isSeen(step));
    if (!this.isStepping) this.now = this.parts();
    this.at = Math.max(0, Math.min((this.at ?? -1) + by, seen.length));
    if (this.at === seen.length) return this.stop(true);
    const until = this.steps.indexOf(seen[this.at]);
    this.put(Object.assign({}, this.base, ...this.steps.slice(0, until + 1).map((step) => step.parts)));
    const where = Object.assign(document.createElement("small"), { textContent: say("since-at", { now: this.at + 1, last: seen.length }) });
    const list = document.createElement("ul");
    for (const line of seen[this.at].lines.slice(-MOST)) list.append(line.cloneNode(true));
    this.told.replaceChildren(where, list);
    this.unfold(true);
    this.turn(true);
  }

  put(parts) {
    for (const [name, html] of Object.entries(parts)) {
      const part = this.root.querySelector(`.board [data-part="${CSS.escape(name)}"]`);
      if (part) part.innerHTML = html;
    }
  }

  turn(on) {
    const board = this.root.querySelector(".board");
    board.inert = on; // what it shows is over
    board.classList.toggle("stepping", on);
    this.button("step").hidden = on;
    this.button("back").hidden = !on;
    this.button("on").hidden = !on;
    if (on) this.button("back").disabled = this.at === 0;
    if (on && !this.place.contains(document.activeElement)) this.button("on").focus();
  }

  // Back to how things stand.
  stop(listed = false) {
    if (!this.place || !this.isStepping) return;
    this.put(this.now);
    this.at = undefined;
    this.turn(false);
    if (listed) {
      this.show();
      this.button("step").focus();
    }
  }
}
