// The table: shows what the server sends, and sends what is chosen. It knows no rules.
import { Coach } from "./coach.js";
import { copy, offer } from "./links.js";
import { Reminder } from "./reminder.js";
import { ReportForm } from "./report.js";
import { PAUSES, calm, setting } from "./settings.js";
import { Since } from "./since.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { Talk } from "./talk.js";
import { Wire } from "./wire.js";
import { say } from "./words.js";

const root = document.querySelector("[data-play]");
const stage = new Stage(root);
const find = (what) => root.querySelector(what);
const log = find("[data-log]");
const live = find("[data-live]");
const message = find("[data-message]");
const help = document.querySelector("[data-help]");

let at = Number(root.dataset.at); // the entry that the server is at, as far as we know
let shown = at; // the entry that the page shows
const parts = new Map(); // as they came through this socket
let steps = []; // what is still to be shown
let waiting = false; // an answer is on its way
let sent = null; // the answer that was sent last
let late = null; // an answer that waits for the line
let timer;
let slow;
let mine = false; // the open question is this player's
let over = Boolean(find(".end"));
let throwing = null; // while the player is asked to throw: the question that stands there otherwise
let stops = false; // the next question is asked, whatever the player lets pass

history.replaceState(null, "", location.pathname);
showLatest();

const reminder = new Reminder(root.dataset.title, find("[data-remind]"), find("[data-due]"));
const coach = new Coach(root, stage.part("coach"));
const since = new Since(root, stage);
const talk = new Talk(root, () => wire);
new ReportForm(root, notice);
const wire = new Wire(address, take, { opened, lost });

function address() {
  const url = new URL(root.dataset.socket, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  finish();
  parts.clear();
  url.search = new URLSearchParams({ at: shown, build: root.dataset.build, pace: pace(), edits: 1 });
  return url;
}

// Make parts whole: one that came through this socket before may come as an edit of that.
function whole(changed) {
  for (const [name, part] of Object.entries(changed)) {
    const old = parts.get(name);
    if (typeof part === "string") parts.set(name, part);
    else parts.set(name, old.slice(0, part[0]) + part[1] + old.slice(old.length - part[2]));
  }
  return Object.fromEntries(Object.keys(changed).map((name) => [name, parts.get(name)]));
}

function pace() {
  return setting("speed") === "instant" ? "instant" : "steps";
}

// What is pinned to a phone's screen stands above the question, however high that is.
new ResizeObserver(([{ target }]) => root.style.setProperty("--ask", `${target.offsetHeight}px`)).observe(find(".ask"));

// -- what the server says -------------------------------------------------------------------------

function take(frame) {
  if (frame.kind === "table") table(frame);
  else if (frame.kind === "refused") {
    if (frame.why !== "stale") notice(frame.message);
    else if (sent !== "again") notice(say("stale")); // else it had arrived the first time
    arrived();
  } else if (frame.kind === "odds") showOdds(frame.options);
  else if (frame.kind === "chances") showChances(frame);
  else if (frame.kind === "hint") showHint(frame);
  else if (frame.kind === "chronicle") tellStory(frame.html);
  else if (frame.kind === "seats") stage.lay("company", frame.html);
  else if (frame.kind === "talk") talk.take(frame.lines);
  else if (frame.kind === "again") rematch(frame);
}

function table(frame) {
  since.stop();
  finish();
  arrived();
  at = frame.at;
  steps = frame.steps.map((step, index) => ({
    ...step, parts: whole(step.parts), last: index === frame.steps.length - 1, frame,
  }));
  if (!steps.length) standing(frame);
  next();
}

function standing(frame) {
  shown = frame.at;
  for (const name of ["undo", "redo"]) {
    const button = find(`[data-tool="${name}"]`);
    if (button) button.disabled = !frame[name];
  }
  showPlea(frame);
  if (frame.yours && !mine && root.dataset.several !== undefined) sound(["turn"]);
  if (frame.yours && stops) {
    stops = false; // asked, as was wished
    letPass();
  }
  mine = frame.yours;
  reminder.turn(frame.yours, frame.due, () => wire.send({ do: "hurry", at: frame.at }));
  document.querySelector("[data-practice]").hidden = !frame.practice;
  for (const note of root.querySelectorAll("[data-invite]")) note.hidden = !frame.open.includes(note.dataset.invite);
  for (const leave of root.querySelectorAll("[data-give-up]")) leave.hidden = frame.over;
}

// Show the next step; the one after it comes when the player's pace allows.
function next() {
  clearTimeout(timer);
  if (throwing === null && steps[0]?.throws && setting("dice") === "own") return askToThrow();
  caught();
  const step = steps.shift();
  if (!step) return;
  show(step);
  if (!steps.length || step.parts.coach) return;
  const lingers = Object.values(step.parts).some((html) => html.includes("data-linger")); // there is much to read
  timer = setTimeout(next, calm() ? 0 : PAUSES[setting("speed")] * (lingers ? 3 : 1));
}

// What fate has rolled for this player is not shown before the player throws, if the player likes that.
function askToThrow() {
  const place = stage.part("prompt");
  throwing = place.innerHTML;
  const text = Object.assign(document.createElement("p"), { className: "prompt-text", id: "prompt-text", textContent: say("throw") });
  const button = Object.assign(document.createElement("button"), { type: "button", className: "roll", textContent: say("roll") });
  Object.assign(button.dataset, { tool: "roll", key: "roll" });
  place.replaceChildren(text, button);
  button.focus({ preventScroll: true });
}

function caught() {
  if (throwing === null) return;
  stage.lay("prompt", throwing);
  throwing = null;
}

// The player is in a hurry: bring the rest, but nothing that the coach speaks of unseen.
function skip() {
  if (!steps.length) return false;
  if (throwing !== null) next();
  else if (coach.isHeld || steps.some((step) => step.parts.coach && !step.last)) next();
  else finish();
  return true;
}

function show(step) {
  if (step.last) standing(step.frame);
  return stage.put(step.parts, () => tell([step]));
}

// Bring all that is still to come at once.
function finish() {
  clearTimeout(timer);
  caught();
  if (!steps.length) return false;
  const parts = Object.assign({}, ...steps.map((step) => step.parts));
  const told = steps;
  standing(told.at(-1).frame);
  steps = [];
  stage.put(parts, () => tell(told), false);
  return true;
}

function tell(told) {
  if (told[0].frame.again) {
    log.replaceChildren();
    since.forget();
  } else told.forEach((step) => since.add(step));
  log.insertAdjacentHTML("beforeend", told.map((step) => step.log).join(""));
  coach.place();
  showLatest();
  const news = told.map((step) => (step.frame.again ? "" : step.say)); // the whole log is not news
  stage.part("prompt").dataset.told = news.findLast(Boolean) ?? ""; // stands there while there is no question
  const { last } = told.at(-1);
  if (last) news.push(find(".prompt-text")?.textContent);
  if (!told[0].frame.again) sound([...new Set(told.flatMap((step) => step.sounds))]);
  const spoken = news.filter(Boolean).join(" ").trim();
  if (spoken) live.textContent = spoken;
  if (last) settled();
}

function showLatest() {
  log.parentElement.scrollTop = log.parentElement.scrollHeight;
}

function settled() {
  if (passOn()) return;
  race();
  if (find(".option")) since.show();
  if (lens) askOdds();
  for (const one of root.querySelectorAll(".here, [data-look]")) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  const end = find("#end-title");
  if (find(".end[data-won]") && !over) sound(["win"]);
  if (end && document.activeElement === document.body) end.focus();
  if (end && !over && !stage.part("coach")) find(".end").scrollIntoView({ block: "start" }); // on a phone: below the table
  if (end) record();
  over = Boolean(end);
  const pick = find("#pick-card");
  if (pick && document.activeElement === document.body && matchMedia("(pointer: fine)").matches) pick.focus();
}

// A finished game on the same deal, as far as one's own has come.
const rival = find("[data-race]");

async function race() {
  if (!rival) return;
  const reply = await fetch(rival.dataset.race).catch(() => null);
  if (reply?.ok) rival.innerHTML = await reply.text();
  rival.hidden = !rival.firstChild;
}

race(); // a table that is opened in mid-game settles only at its next answer

function notice(text) {
  message.textContent = text;
}

// -- what the player does -------------------------------------------------------------------------

function answer(text) {
  if (waiting) return;
  since.stop();
  stopPassing();
  if (!confirmed(text)) return;
  notice("");
  const frame = { do: "answer", at, answer: text };
  post(frame);
  late = waiting ? null : frame;
  if (late) notice(say("answer-waits"));
}

// What kills, or with others at the table cannot be undone, is pressed twice, if the player wants that.
function confirmed(text) {
  const option = [...root.querySelectorAll(".option")].find((one) => one.dataset.answer === text);
  const level = setting("confirm");
  const deadly = option?.dataset.deadly !== undefined;
  const final = root.dataset.final !== undefined && option?.dataset.marked === undefined;
  const asks = option && ((deadly && level !== "never") || (final && level === "always"));
  const again = option?.dataset.armed !== undefined;
  disarm();
  if (!asks || again) return true;
  option.dataset.armed = say("confirm-mark");
  option.focus({ preventScroll: true });
  notice(say(deadly ? "confirm-deadly" : "confirm"));
  return false;
}

function disarm() {
  for (const one of root.querySelectorAll("[data-armed]")) delete one.dataset.armed;
}

// What is pressed shows that it is on its way, until the server has it.
function post(frame) {
  if (frame.answer) since.begin();
  sent = frame;
  waiting = wire.send(frame);
  for (const one of root.querySelectorAll("[data-answer]")) {
    if (one.dataset.answer === frame.answer) Object.assign(one.dataset, { sent: say("sending") });
  }
  clearTimeout(slow);
  slow = setTimeout(() => waiting && notice(say("sending")), 700);
}

function arrived() {
  if (waiting && ["sending", "answer-waits"].some((key) => message.textContent === say(key))) notice("");
  waiting = false;
  sent = null;
  clearTimeout(slow);
  for (const one of root.querySelectorAll("[data-sent]")) delete one.dataset.sent;
}

// The line is silent, or cut.
function lost() {
  if (waiting) notice(say("answer-waits"));
}

// The line is back. What was answered meanwhile is sent; over another line, so is what may have been
// lost with the old one. If the game has moved on, it is refused.
function opened(fresh) {
  if (fresh) letPass();
  const again = fresh && waiting && sent?.answer ? sent : null;
  if (fresh) waiting = false;
  const frame = late ?? again;
  late = null;
  if (!frame) return;
  notice("");
  post(frame);
  if (frame === again) sent = "again";
}

function tool(name) {
  if (name === "undo" || name === "redo") {
    if (waiting || find(`[data-tool="${name}"]`)?.disabled !== false) return;
    notice("");
    post({ do: name, at });
  } else if (name === "hint") {
    notice("");
    wire.send({ do: "hint", level: setting("hints") === "thumb" ? null : setting("hints") });
  } else if (name === "odds") {
    lens ? closeOdds() : askOdds();
  } else if (name === "tell-more") {
    const more = find(`[data-tool="${name}"]`);
    more.ariaExpanded = String(more.ariaExpanded !== "true");
  } else if (name === "pass-on") {
    passed ? stopPassing() : startPassing();
  } else if (name === "stop") {
    stops = !stops;
    letPass();
    notice(stops ? say("stopping") : "");
  } else if (name === "cover") {
    notice("");
    wire.send({ do: "cover" });
  } else if (name === "since-close") {
    since.stop();
    since.close();
  } else if (name === "since-open") {
    since.unfold();
  } else if (name.startsWith("since-")) {
    since.go(name === "since-back" ? -1 : 1);
  } else if (name === "next" || name === "roll") {
    next();
  } else if (name === "coach") {
    coach.fold();
  } else if (name === "help") {
    if (help.open) return help.close();
    help.showModal();
    help.scrollTop = 0;
  }
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.answer !== undefined) answer(button.dataset.answer);
  else if (button.dataset.among) among(button.dataset.among.split(" "));
  else if (button.dataset.lift) wire.send({ do: "lift", role: button.dataset.lift });
  else if (button.dataset.seat) wire.send({ do: button.dataset.seat, role: button.dataset.role });
  else if (button.dataset.tool) tool(button.dataset.tool);
  else if (button.dataset.tab) tab(button.dataset.tab);
  else if (button.dataset.share) share(button);
  else if (button.dataset.copy) copy(button);
  else if (button.dataset.verify) verify(button);
});

// While cards are still coming, the first press brings the rest; nothing is chosen unseen.
root.addEventListener("pointerdown", (event) => {
  stopPassing();
  if (!event.target.closest("[data-part=coach]")) skip();
}, { capture: true });

root.addEventListener("submit", (event) => {
  if (event.target.dataset.pick === undefined) return;
  event.preventDefault();
  const text = event.target.elements.answer.value.trim().toLowerCase();
  if (text) answer(text);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input:not([type=radio]), textarea, select");
  if (typing || (help.open && event.key !== "?") || event.target.closest("dialog:not([data-help])")) return;
  const key = event.key.toLowerCase();
  if (key === "escape") {
    notice("");
    return disarm();
  }
  const loose = event.target === document.body || event.target === stage.part("prompt");
  const ours = /^[1-9]$/.test(key) || "urohlpns?".includes(key) || (key === "enter" && loose);
  if (!ours || event.repeat) return;
  stopPassing();
  if (skip()) return event.preventDefault();
  if (/^[1-9]$/.test(key)) find(`[data-digit="${key}"]`)?.click();
  else if (key === "l") nextTab(1);
  else if (key === "p") find("[data-pass]")?.click();
  else if (key === "enter") find("[data-marked]")?.click();
  else tool({ n: "pass-on", s: "stop", u: "undo", r: "redo", o: "odds", h: "hint", "?": "help" }[key]);
  event.preventDefault();
  if (key === "o") held = performance.now();
});

// Of several ways to use one thing, show which they are.
function among(answers) {
  const options = [...root.querySelectorAll(".option")];
  for (const option of options) option.classList.toggle("among", answers.includes(option.dataset.answer));
  options.find((option) => answers.includes(option.dataset.answer))?.focus();
}

// -- passing until something changes: nothing is on offer that was not passed on, and it does not press ----

let passed = null; // what was on offer and passed on

const passing = () => find(".option[data-pass]")?.dataset.answer;
const offers = () => [...root.querySelectorAll(".option")].map((option) => option.dataset.answer);

function startPassing() {
  const pass = passing();
  if (waiting || !pass || find(".cover")) return;
  const now = offers();
  answer(pass);
  passed = new Set(now);
  notice(say("passing"));
}

function stopPassing() {
  if (passed) notice("");
  passed = null;
}

function passOn() {
  if (!passed) return false;
  const now = offers();
  const pass = passing();
  const same = pass && !find(".options[data-pressing], .cover") && now.every((one) => passed.has(one));
  if (!same) {
    stopPassing();
    return false;
  }
  post({ do: "answer", at, answer: pass });
  return waiting;
}

// -- what passes by itself: the server passes it, so that nobody can tell --------------------------------

function letPass() {
  const button = find('[data-tool="stop"]');
  if (!button) return;
  const level = setting("auto");
  button.hidden = level === "always";
  button.ariaPressed = String(stops);
  wire.send({ do: "auto", level, stop: stops });
}

// Hold `o` to look, or press it to keep looking.
let lens = false;
let held = 0;
document.addEventListener("keyup", (event) => {
  if (event.key.toLowerCase() === "o" && lens && performance.now() - held > 400) closeOdds();
});

function askOdds() {
  lens = true;
  find('[data-tool="odds"]').ariaPressed = "true";
  wire.send({ do: "odds" });
}

function closeOdds() {
  lens = false;
  wire.send({ do: "odds", on: false });
  find('[data-tool="odds"]').ariaPressed = "false";
  for (const place of root.querySelectorAll("[data-odds]")) place.replaceChildren();
}

function showOdds(options) {
  if (!lens) return;
  for (const place of root.querySelectorAll("[data-odds]")) place.innerHTML = options[place.dataset.odds] ?? "";
  const none = !Object.keys(options).length;
  notice(none ? say("no-odds") : "");
}

// The chances to win come again and again, each time sharper.
function showChances(frame) {
  if (!lens || frame.at !== at) return;
  for (const place of root.querySelectorAll("[data-odds]")) {
    let chance = place.querySelector("[data-chance]");
    if (!chance) {
      chance = document.createElement("div");
      chance.dataset.chance = "";
      place.prepend(chance);
    }
    chance.innerHTML = frame.options[place.dataset.odds] ?? "";
  }
  notice("");
}

function showHint(frame) {
  for (const old of root.querySelectorAll(".hinted")) old.classList.remove("hinted");
  if (frame.at !== at) return;
  const button = frame.answer && [...root.querySelectorAll(".option")].find((b) => b.dataset.answer === frame.answer);
  if (!button) return notice(say("no-hint"));
  button.classList.add("hinted");
  const { digit: number } = button.dataset;
  const option = button.querySelector("span").textContent;
  if (number) notice(say("hint-numbered", { number, option: frame.why || option })); // the option itself is marked
  else notice(`${say("hint", { option })} ${frame.why}`.trim());
}

function tab(name) {
  for (const button of root.querySelectorAll("[data-tab]")) {
    const on = button.dataset.tab === name;
    button.ariaSelected = String(on);
    button.tabIndex = on ? 0 : -1;
    document.getElementById(button.getAttribute("aria-controls")).hidden = !on;
  }
  wire.send({ do: "chronicle", on: name === "chronicle" });
  if (name === "talk") talk.open();
  if (name === "log") showLatest(); // what is hidden forgets where it was
}

function nextTab(by) {
  const tabs = [...root.querySelectorAll("[data-tab]")];
  const now = tabs.findIndex((button) => button.ariaSelected === "true");
  tab(tabs.at((now + by) % tabs.length).dataset.tab);
}

find(".telling [role=tablist]").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  nextTab(event.key === "ArrowRight" ? 1 : -1);
  find('[data-tab][aria-selected="true"]').focus();
});

// A bot can play for somebody who has been away for long: only time tells.
if (stage.part("company")) setInterval(() => document.hidden || wire.send({ do: "look" }), 60000);

document.addEventListener("setting", () => {
  wire.send({ do: "pace", steps: pace() === "steps" });
  letPass();
});

function tellStory(html) {
  for (const place of root.querySelectorAll("[data-chronicle]")) place.innerHTML = html;
}

// -- the end --------------------------------------------------------------------------------------

// What the player has done in other games of the kind: a new record, wins in a row.
async function record() {
  const place = find("[data-record]:empty");
  if (!place) return;
  const reply = await fetch(place.dataset.record).catch(() => null);
  if (reply?.ok) place.textContent = await reply.text();
}

if (over) record();

async function share(button) {
  const place = button.closest("section, .links").querySelector("[data-shared]");
  if (!(await offer(button.dataset.share, place))) notice(say("no-link"));
}

// A player wants to undo an answer: those who are asked agree or refuse.
function showPlea({ plea, at }) {
  const place = find("[data-plea]");
  place.hidden = !plea;
  if (!plea) return place.replaceChildren();
  const text = document.createElement("p");
  text.textContent = say(plea.asked ? "undo-wish" : "undo-wish-waits", { name: plea.name });
  const reply = (label, agrees) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", () => wire.send({ do: "consent", at, agrees }));
    return button;
  };
  place.replaceChildren(text, ...(plea.asked ? [reply(say("undo-agree"), true), reply(say("undo-refuse"), false)] : []));
}

function rematch({ name, path }) {
  const join = Object.assign(document.createElement("a"), { href: path, textContent: say("rematch-join") });
  message.replaceChildren(say("rematch", { name }), " ", join);
}

async function verify(button) {
  const place = find("[data-verified]");
  place.textContent = say("checking");
  const reply = await fetch(button.dataset.verify, { method: "POST" });
  place.textContent = reply.ok ? (await reply.json()).message : say("no-check");
}
