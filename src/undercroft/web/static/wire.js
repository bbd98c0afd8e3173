// The wire: one socket, which comes back by itself.

import { say } from "./words.js";

const TICK = 200; // milliseconds
const SILENT = 900; // after which the server is asked whether it is there, ...
const IDLE = 10000; // ... if nobody has touched the page for
const LONG = 120000; // so long
const LATE = 1400; // after which a reply is missed: the line is lost
const DEAD = 6000; // after which another socket is tried

export class Wire {
  constructor(address, take, { opened = () => {}, lost = () => {} } = {}) {
    Object.assign(this, { address, take, opened, lost });
    this.tries = 0;
    this.socket = null;
    this.touched = performance.now();
    this.open();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { this.touched = performance.now(); });
    setInterval(() => this.socket && !document.hidden && this.listen(performance.now()), TICK);
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address());
    const ours = (act) => (event) => this.socket === socket && act(event);
    this.socket = socket;
    this.heard = performance.now();
    this.asked = this.heard; // to open it is to ask
    socket.addEventListener("open", ours(() => {
      this.tries = 0;
      this.heard = performance.now();
      this.asked = null;
      this.state("open");
      this.opened(true);
    }));
    socket.addEventListener("message", ours((event) => {
      this.hear();
      const frame = JSON.parse(event.data);
      if (frame.kind !== "beat") this.take(frame);
    }));
    socket.addEventListener("close", ours((event) => {
      this.socket = null;
      if (event.code === 1008) return this.state("gone");
      if (event.code === 4029) {
        this.state("full", event.reason);
        this.timer = setTimeout(() => this.open(), 5000);
        return;
      }
      this.lose(event.code === 1012 || event.code === 1001 ? "closing" : "lost");
      this.timer = setTimeout(() => this.open(), Math.min(5000, 150 * 1.6 ** this.tries++) * (0.7 + 0.6 * Math.random()));
    }));
  }

  hear() {
    this.heard = performance.now();
    this.asked = null;
    if (this.name !== "lost") return;
    this.state("open"); // it was only slow
    this.opened(false);
  }

  // Whether the server still answers: a line that is cut somewhere on the way says nothing of it.
  listen(now) {
    const silent = now - this.touched > LONG ? IDLE : SILENT;
    if (this.asked === null && now - this.heard > silent && this.send({ do: "beat" })) this.asked = now;
    if (this.asked === null) return;
    if (now - this.asked > LATE && this.name === "open") this.lose("lost");
    if (now - this.asked > DEAD * (1 + this.tries)) {
      const dead = this.socket;
      this.tries = Math.min(3, this.tries + 1);
      this.lose("lost");
      this.open();
      dead.close();
    }
  }

  lose(name) {
    this.state(name);
    this.lost();
  }

  retry() {
    if (this.socket || this.timer === undefined) return;
    this.open();
  }

  // Say something; false if nobody is there to hear it.
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN || this.name !== "open") return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  state(name, text = say(`line-${name}`)) {
    this.name = name;
    const place = document.querySelector("[data-state]");
    place.dataset.state = name;
    place.querySelector("[data-state-text]").textContent = text;
  }
}
