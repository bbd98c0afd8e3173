// A replay: every moment of a game, forwards and backwards.
import { PAUSES, setting } from "./settings.js";
import { Stage } from "./stage.js";
import { say } from "./words.js";

const root = document.querySelector("[data-replay]");
const stage = new Stage(root);
const find = (what) => root.querySelector(what);
const slider = find("#slider");
const where = find("[data-where]");
const log = find("[data-log]");
const asked = find("[data-asked]");
const branch = find("[data-branch]");
const hide = find("[data-spoilers]");
const position = find("[data-position]");
const ticks = [...root.querySelectorAll("[data-ticks] a")];
const MOST_LISTED = 9; // options; of more, only the chosen one is told

const eyes = find("[data-eyes]");
let story = await read();
let last = story.moments.length - 1;
let now = -1;
let furthest = 0;
let timer;

hide.checked = setting("spoilers") === "hidden" || new URLSearchParams(location.search).has("blind");
slider.max = last;
mark();
go(fromAddress());

// A play comes page by page. A page begins with the moment at which the one before ended.
async function read() {
  const story = { pool: {}, moments: [] };
  for (let from = 0; from !== null; ) {
    const query = new URLSearchParams(eyes ? { eyes: eyes.value, from } : { from });
    const page = await reply(`${root.dataset.replay}?${query}`);
    const first = story.moments.pop();
    if (first) {
      page.moments[0].log = first.log + page.moments[0].log;
      page.moments[0].say = `${first.say} ${page.moments[0].say}`.trim();
    }
    const before = Object.fromEntries(Object.keys(page.pool).map((name) => [name, (story.pool[name] ??= []).length]));
    for (const [name, drawn] of Object.entries(page.pool)) story.pool[name].push(...drawn);
    for (const moment of page.moments) {
      for (const name in moment.parts) moment.parts[name] += before[name];
      story.moments.push(moment);
    }
    from = page.next;
  }
  return story;
}

// Anyone who asks for too much is told when to come again.
async function reply(address) {
  for (;;) {
    const answer = await fetch(address);
    if (answer.status !== 429) return answer.json();
    await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("retry-after") ?? 1)));
  }
}

// Others see other moments: stay at the one with as many answers.
eyes?.addEventListener("change", async () => {
  const { answers } = story.moments[now];
  story = await read();
  last = story.moments.length - 1;
  const there = momentOf(answers);
  mark();
  now = -1;
  furthest = Math.min(furthest, last);
  go(there);
});

// The moment at which the question stands that so many answers came before.
function momentOf(answers) {
  return Math.max(0, story.moments.findLastIndex((moment) => moment.answers <= answers));
}

// Errors that a review has found stand under the slider.
function mark() {
  for (const tick of ticks) tick.style.left = `${(100 * momentOf(Number(tick.dataset.at))) / last}%`;
}

// #m12 is a moment; #a12 is the question that 12 answers came before, as reviews name it.
function fromAddress() {
  const answers = Number(location.hash.replace("#a", ""));
  if (location.hash.startsWith("#a") && Number.isInteger(answers)) return momentOf(answers);
  const wanted = Number(location.hash.replace("#m", ""));
  if (location.hash.startsWith("#m") && Number.isInteger(wanted)) return Math.max(0, Math.min(last, wanted));
  return 0;
}

async function go(to) {
  to = Math.max(0, Math.min(last, to));
  if (to === now) return;
  now = to;
  furthest = Math.max(furthest, now);
  const moment = story.moments[now];
  slider.value = now;
  slider.max = hide.checked ? Math.min(last, furthest + 1) : last;
  for (const tick of ticks) tick.hidden = hide.checked;
  slider.setAttribute("aria-valuetext", say("moment", { now }));
  where.textContent = hide.checked ? `${now}` : say("moment-of", { now, last });
  history.replaceState(null, "", `#m${now}`);
  log.innerHTML = story.moments.slice(0, now + 1).map((m) => m.log).join("");
  log.parentElement.scrollTop = log.parentElement.scrollHeight;
  find("[data-live]").textContent = moment.say;
  ask(moment);
  const parts = Object.fromEntries(Object.entries(moment.parts).map(([name, at]) => [name, story.pool[name][at]]));
  await stage.put(parts);
}

function ask(moment) {
  asked.replaceChildren();
  if (position) position.elements.at.value = moment.answers;
  if (branch) branch.hidden = !moment.asked;
  if (!moment.asked) return;
  const { text, choices, given, fate } = moment.asked;
  const said = choices.find(([answer]) => answer === given);
  asked.append(Object.assign(paragraph(fate ? say("replay-luck") : text), { className: "prompt-text" }));
  const told = given && !(hide.checked && now >= furthest) ? say(fate ? "replay-result" : "replay-chosen", { answer: said[1] }) : "";
  if (!fate && choices.length <= MOST_LISTED) asked.append(list(choices.map(([answer, words]) => (told && answer === given ? [told, "given"] : [words, ""]))));
  else if (told) asked.append(paragraph(told));
  if (!branch) return;
  branch.elements.at.value = moment.answers;
  branch.elements.answer.replaceChildren(
    ...choices.filter(([answer]) => answer !== given).map(([answer, words]) => new Option(words, answer)),
  );
  branch.hidden = !branch.elements.answer.options.length;
}

function paragraph(text) {
  return Object.assign(document.createElement("p"), { textContent: text });
}

function list(lines) {
  const made = Object.assign(document.createElement("ul"), { className: "choices" });
  made.append(...lines.map(([textContent, className]) => Object.assign(document.createElement("li"), { textContent, className })));
  return made;
}

function play(on) {
  clearTimeout(timer);
  const button = find('[data-go="play"]');
  button.ariaPressed = String(on);
  button.textContent = say(on ? "replay-pause" : "replay-play");
  if (!on) return;
  if (now >= last) go(0);
  const step = () => {
    go(now + 1);
    if (now < last) timer = setTimeout(step, Math.max(250, PAUSES[setting("speed")] * 1.6));
    else play(false);
  };
  timer = setTimeout(step, 300);
}

const GO = {
  start: () => go(0),
  back: () => go(now - 1),
  on: () => go(now + 1),
  end: () => go(hide.checked ? furthest : last),
  play: () => play(find('[data-go="play"]').ariaPressed !== "true"),
};

slider.addEventListener("input", () => {
  play(false);
  go(Number(slider.value));
});
root.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.go) {
    if (button.dataset.go !== "play") play(false);
    GO[button.dataset.go]();
  } else if (button?.dataset.copy !== undefined) {
    try {
      await navigator.clipboard.writeText(location.href);
      find("[data-message]").textContent = say("replay-copied");
    } catch {
      find("[data-message]").textContent = location.href;
    }
  }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=range]):not([type=checkbox]), select, textarea")) return;
  const action = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", p: "play" }[event.key];
  if (!action) return;
  event.preventDefault();
  if (action !== "play") play(false);
  GO[action]();
});
hide.addEventListener("change", () => {
  furthest = now;
  const here = now;
  now = -1;
  go(here);
});
addEventListener("hashchange", () => go(fromAddress()));
root.dataset.ready = "1";
