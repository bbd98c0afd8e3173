// The lobby and the waiting room: who comes and goes.
import { copy, offer } from "./links.js";
import { Wire } from "./wire.js";

const LOOK_AGAIN = 4000;
const room = document.querySelector("[data-waiting]");
const list = document.querySelector("[data-tables]");

if (room) {
  const place = room.querySelector("[data-company]");
  const address = () => new URL(room.dataset.waiting, location.href.replace(/^http/, "ws"));
  new Wire(address, (frame) => {
    if (frame.kind === "table" || (frame.kind === "seats" && !frame.waits)) location.reload();
    else if (frame.kind === "seats") put(place, frame.html);
  });
}

if (list) setInterval(async () => {
  if (document.hidden) return;
  const reply = await fetch("/lobby?part=1").catch(() => null);
  if (reply?.ok) put(list, await reply.text());
}, LOOK_AGAIN);

function put(place, html) {
  if (place.dataset.html === html || place.contains(document.activeElement)) return;
  place.dataset.html = html;
  place.innerHTML = html;
  for (const link of place.querySelectorAll("a[data-absolute]")) link.textContent = link.href;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.copy) copy(button);
  else if (button?.dataset.watch) offer(button.dataset.watch, document.querySelector("[data-shared]"));
});
