// Reporting a player, or something they have said, to those who run the server.
import { say } from "./words.js";

export class ReportForm {
  constructor(root, notice) {
    this.dialog = document.querySelector("[data-report-form]");
    if (!this.dialog) return;
    this.notice = notice;
    this.form = this.dialog.querySelector("form");
    this.line = this.dialog.querySelector("[data-reported-line]");
    this.error = this.dialog.querySelector("[data-report-error]");
    root.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-report]");
      if (button) this.open(button);
    });
    this.dialog.querySelector("[data-report-cancel]").addEventListener("click", () => this.dialog.close());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  open(button) {
    const { role, line, why } = this.form.elements;
    role.value = button.dataset.report;
    line.value = button.dataset.line ?? "";
    why.value = "";
    this.line.textContent = button.dataset.text ?? "";
    this.line.hidden = !line.value;
    this.error.hidden = true;
    this.dialog.showModal();
    why.focus();
  }

  async send() {
    const body = new URLSearchParams(new FormData(this.form));
    let told;
    try {
      const reply = await fetch(this.form.action, { method: "POST", body, headers: { accept: "application/json" } });
      told = await reply.json();
    } catch {
      told = { error: say("no-report") };
    }
    if (told.error) {
      this.error.textContent = told.error;
      this.error.hidden = false;
    } else {
      this.dialog.close();
      this.notice(told.message);
    }
  }
}
