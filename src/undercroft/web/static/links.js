// Links to be given to others.
import { say } from "./words.js";

// Copy the address that a button stands beside.
export async function copy(button) {
  const link = new URL(button.dataset.copy, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = say("copied");
  } catch {
    button.textContent = say("copy-yourself");
  }
}

// Ask the server for a link, show it with a button, and copy it where the browser allows that.
export async function offer(path, place, more = "") {
  const reply = await fetch(path, { method: "POST" });
  if (!reply.ok) return false;
  const link = new URL((await reply.json()).path + more, location.href).href;
  const box = Object.assign(document.createElement("span"), { className: "link-box" });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: say("copy") });
  button.dataset.copy = link;
  box.append(Object.assign(document.createElement("a"), { href: link, textContent: link }), button);
  place.replaceChildren(box);
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = say("copied");
  } catch {
    // then there is the button, and the address itself
  }
  return true;
}
