// Table talk: what others say, unless they are muted.
import { set, setting } from "./settings.js";
import { say } from "./words.js";

export class Talk {
  constructor(root, wire) {
    this.panel = root.querySelector("[data-talk]");
    if (!this.panel) return;
    this.wire = wire;
    this.said = this.panel.querySelector("[data-said]");
    this.unread = root.querySelector("[data-unread]");
    this.own = root.dataset.roles.split(" ");
    this.place = `muted-${root.dataset.play}`;
    this.muted = new Set((setting(this.place) ?? "").split(" "));
    this.canReport = document.querySelector("[data-report-form]") !== null;
    this.count = 0;
    this.fresh = false; // what was said before the page was opened is no news
    for (const box of this.panel.querySelectorAll("[data-mute]")) {
      box.checked = this.muted.has(box.dataset.mute);
      box.addEventListener("change", () => this.mute(box.dataset.mute, box.checked));
    }
    this.panel.addEventListener("click", ({ target }) => {
      const signal = target.closest("[data-signal]")?.dataset.signal;
      if (signal) wire().send({ do: "signal", signal });
    });
    this.panel.querySelector("[data-say]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = event.target.elements.text;
      if (field.value.trim() && wire().send({ do: "say", text: field.value })) field.value = "";
    });
  }

  take(lines) {
    if (!this.panel) return;
    for (const line of lines) this.add(line);
    this.said.scrollTop = this.said.scrollHeight;
    this.fresh = true;
    this.tell();
  }

  add({ number, role, name, text }) {
    const item = document.createElement("li");
    item.dataset.role = role;
    item.hidden = this.isMuted(role);
    item.append(Object.assign(document.createElement("b"), { textContent: name }), ` ${text}`);
    if (this.canReport && !this.own.includes(role)) item.append(" ", this.reportButton(number, role, text));
    this.said.append(item);
    while (this.said.children.length > 200) this.said.firstChild.remove();
    if (this.fresh && this.panel.hidden && !item.hidden && !this.own.includes(role)) this.count += 1;
  }

  reportButton(number, role, text) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "report", textContent: say("report") });
    button.ariaLabel = say("report-line"); // the line itself has just been read out
    Object.assign(button.dataset, { report: role, line: number, text });
    return button;
  }

  // The panel was opened: all has been read.
  open() {
    if (!this.panel) return;
    this.count = 0;
    this.tell();
    this.said.scrollTop = this.said.scrollHeight;
  }

  tell() {
    this.unread.textContent = this.count ? say("unread", { count: this.count }) : "";
  }

  isMuted(role) {
    return !this.own.includes(role) && (this.muted.has("all") || this.muted.has(role));
  }

  mute(role, on) {
    on ? this.muted.add(role) : this.muted.delete(role);
    set(this.place, [...this.muted].join(" "));
    for (const item of this.said.children) item.hidden = this.isMuted(item.dataset.role);
  }
}
