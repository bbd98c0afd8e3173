// Reminds somebody whose turn it is, and shows how much time is left.

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
    if (this.button) document.title = yours ? `\u25cf Your turn: ${this.title}` : this.title;
    if (mine && this.button && document.hidden && window.Notification?.permission === "granted") this.notify();
    clearInterval(this.ticking);
    this.place.hidden = due === null || due === undefined;
    if (this.place.hidden) return;
    const end = Date.now() + due * 1000;
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      if (left) return this.show(`${yours ? "You have" : "They have"} ${written(left)} left.`);
      clearInterval(this.ticking);
      if (yours) return this.show("Your time is up: the others may let a bot answer.");
      if (!this.button) return this.show("Their time is up."); // whoever looks on can do nothing about it
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Time is up: let a bot answer" });
      button.addEventListener("click", hurry);
      this.place.replaceChildren(button);
    };
    this.ticking = setInterval(tick, 1000);
    tick();
  }

  notify() {
    try {
      new Notification(this.title, { body: "It is your turn.", tag: location.pathname });
    } catch {
      // Phones let no page make one; the title says it, and the table goes on.
    }
  }

  show(text) {
    if (this.place.textContent !== text) this.place.textContent = text;
  }
}

function written(seconds) {
  if (seconds >= 2 * 86400) return `${Math.floor(seconds / 86400)} days`;
  if (seconds >= 2 * 3600) return `${Math.floor(seconds / 3600)} hours`;
  if (seconds >= 120) return `${Math.floor(seconds / 60)} minutes`;
  return `${seconds} seconds`;
}
