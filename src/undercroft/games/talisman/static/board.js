// The board: all of it in sight, on a narrow screen what is around the character; panes for narrow screens; what was opened stays open.
import { openMap, still } from "/static/map.js";

const table = document.querySelector(".talisman");
const tools = table.querySelector(".t-zoom");

openMap(table.querySelector("[data-map]"), {
  readable: (width) => (width >= 500 ? 0 : table.querySelector('[data-realm="land"]') ? width / 748 : 0.62),
  nearest: 1.6,
  covered: () => ({ left: 0, right: 0, bottom: tools.offsetHeight }),
});

// -- what lies on the map says what it is when it is pointed at; a lit square, what waits there -------

const told = table.querySelector(".t-told");
const map = table.querySelector(".map");
const THINGS = ".way, .lying, .piece, [data-square], [data-space]";

function tell(event) {
  told.textContent = event.target.closest(THINGS)?.querySelector("title")?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

for (const name of ["pointerover", "focusin", "click"]) map.addEventListener(name, tell);
for (const name of ["pointerleave", "focusout"]) map.addEventListener(name, () => (told.textContent = ""));

// -- an option in the list and its place on the table: each shows the other, and what waits there -------

const prompt = document.querySelector('[data-part="prompt"]');
const places = (answer) => [...table.querySelectorAll("[data-answer], [data-among]")].filter((place) =>
  place.dataset.answer === answer || place.dataset.among?.split(" ").includes(answer));

function aim(event) {
  for (const place of table.querySelectorAll(".aimed")) place.classList.remove("aimed");
  const { answer } = event.target.closest?.(".option")?.dataset ?? {};
  if (answer !== undefined) for (const place of places(answer)) place.classList.add("aimed");
}

for (const name of ["pointerover", "focusin", "pointerleave", "focusout"]) prompt?.addEventListener(name, aim);

function tellThere() {
  for (const option of prompt.querySelectorAll(".option:not(:has(.there))")) {
    const there = places(option.dataset.answer).find((place) => place.dataset.there)?.dataset.there;
    if (there) option.querySelector("span").append(Object.assign(document.createElement("small"), { className: "there", textContent: there }));
  }
}

if (prompt) {
  new MutationObserver(tellThere).observe(prompt, { childList: true });
  tellThere();
}

// -- a tile that is to be laid: turned on its square, and laid as it is shown --------------------------

function turn() {
  const ways = [...table.querySelectorAll(".map .ghost")];
  const at = ways.findIndex((way) => way.classList.contains("shown"));
  const next = ways[(at + 1) % ways.length];
  ways[at].classList.remove("shown");
  next.classList.add("shown");
  table.querySelector("[data-lay]").dataset.answer = next.dataset.answer;
  if (still()) return;
  const tile = next.querySelector(".whole .ground");
  tile.animate([{ rotate: "-90deg" }, { rotate: "0deg" }], { duration: 220, easing: "ease-out" });
}

const turner = (event) => event.target.closest?.("[data-turner]");

table.addEventListener("click", (event) => turner(event) && turn());
table.addEventListener("keydown", (event) => {
  if (!turner(event) || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  turn();
});

// -- panes: board, hero, log ------------------------------------------------------------------------

const tabs = [...table.querySelectorAll("[data-pane-tab]")];

function turnTo(tab) {
  table.dataset.pane = tab.dataset.paneTab;
  for (const one of tabs) {
    one.ariaSelected = String(one === tab);
    one.tabIndex = one === tab ? 0 : -1;
  }
  const log = document.getElementById("panel-log"); // it could not scroll while it was hidden
  if (log) log.scrollTop = log.scrollHeight;
}

table.querySelector(".t-panes").addEventListener("click", (event) => {
  const tab = event.target.closest("[data-pane-tab]");
  if (tab) turnTo(tab);
});

table.querySelector(".t-panes").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const at = tabs.findIndex((tab) => tab.ariaSelected === "true");
  const tab = tabs[(at + step + tabs.length) % tabs.length];
  turnTo(tab);
  tab.focus();
});

// -- on a narrow screen the encounter is brief, and a touch shows all of it ------------------------------

const scene = table.querySelector(".t-scene");
scene.addEventListener("click", (event) => event.target.closest("button") || scene.classList.toggle("open"));

// -- the quest, opened, lies over the map until something else is wanted ----------------------------------

const quest = table.querySelector(".t-goal");
const fold = () => quest.querySelector("details[open]")?.removeAttribute("open");

document.addEventListener("pointerdown", (event) => quest.contains(event.target) || fold());
quest.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  fold();
  quest.querySelector("summary")?.focus();
});

// -- sheets: parts are drawn anew, but what somebody has opened stays open ------------------------------

const open = new Set();

table.addEventListener("toggle", (event) => {
  const { open: key } = event.target.dataset;
  if (!key || !event.target.isConnected) return;
  if (event.target.open) open.add(key);
  else open.delete(key);
}, { capture: true });

new MutationObserver(() => {
  for (const sheet of table.querySelectorAll("[data-open]:not([open])")) sheet.open = open.has(sheet.dataset.open);
}).observe(table, { childList: true, subtree: true });
