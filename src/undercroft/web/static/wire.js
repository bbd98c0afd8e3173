// The wire: one socket, which comes back by itself.

import { say } from "./words.js";

export class Wire {
  constructor(address, take, opened = () => {}) {
    this.address = address;
    this.take = take;
    this.opened = opened;
    this.tries = 0;
    this.socket = null;
    this.open();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  open() {
    const socket = new WebSocket(this.address());
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.state("open");
      this.opened();
    });
    socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (event.code === 1008) return this.state("gone");
      if (event.code === 4029) {
        this.state("full", event.reason);
        this.timer = setTimeout(() => this.open(), 5000);
        return;
      }
      this.state(event.code === 1012 || event.code === 1001 ? "closing" : "lost");
      this.timer = setTimeout(() => this.open(), Math.min(5000, 150 * 1.6 ** this.tries++) * (0.7 + 0.6 * Math.random()));
    });
  }

  retry() {
    if (this.socket || this.timer === undefined) return;
    clearTimeout(this.timer);
    this.open();
  }

  // Say something; false if nobody is there to hear it.
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  state(name, text = say(`line-${name}`)) {
    const place = document.querySelector("[data-state]");
    place.dataset.state = name;
    place.querySelector("[data-state-text]").textContent = text;
  }
}
