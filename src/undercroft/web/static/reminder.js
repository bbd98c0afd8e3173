// Reminds somebody whose turn it is, and shows how much time is left.
import { say } from "./words.js";

export class Reminder {
  constructor(title, button, place) {
    this.title = title;
    this.button = button;
    this.place = place;
    this.yours = null;
    if (!button) return;
    button.hidden = !("Notification" in window) || Notification.permission !== "default";
    button.addEventListener("click", async () => {
      await Notification.requestPermission();
      button.hidden = true;
    });
  }

  // It is somebody's turn; `due`: the seconds left, `hurry`: what may be done when there are none.
  turn(yours, due, hurry) {
    const mine = yours && this.yours === false;
    this.yours = yours;
    if (this.button) document.title = yours ? say("turn-title", { title: this.title }) : this.title;
    if (mine && this.button && document.hidden && window.Notification?.permission === "granted") this.notify();
    clearInterval(this.ticking);
    this.place.hidden = due === null || due === undefined;
    if (this.place.hidden) return;
    const end = Date.now() + due * 1000;
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      if (left) return this.show(say(yours ? "time-left-you" : "time-left", { time: written(left) }));
      clearInterval(this.ticking);
      if (yours) return this.show(say("time-up-you"));
      if (!this.button) return this.show(say("time-up")); // spectators can do nothing about it
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: say("time-up-bot") });
      button.addEventListener("click", hurry);
      this.place.replaceChildren(say("time-up"), " ", button);
    };
    this.ticking = setInterval(tick, 1000);
    tick();
  }

  notify() {
    try {
      new Notification(this.title, { body: say("turn-notice"), tag: location.pathname });
    } catch {
      // Phones let no page make one; the title says it, and the table goes on.
    }
  }

  show(text) {
    if (this.place.textContent !== text) this.place.textContent = text;
  }
}

function written(seconds) {
  if (seconds >= 2 * 86400) return say("days", { count: Math.floor(seconds / 86400) });
  if (seconds >= 2 * 3600) return say("hours", { count: Math.floor(seconds / 3600) });
  if (seconds >= 120) return say("minutes", { count: Math.floor(seconds / 60) });
  return say("seconds", { count: seconds });
}
