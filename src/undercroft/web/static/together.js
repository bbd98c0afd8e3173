// A review for several: one leads from decision to decision, the others follow or look around.
const root = document.querySelector("[data-together]");
const find = (what) => root.querySelector(what);
const chosen = find("[data-decision]");
const follow = find("[data-follow]");
const message = find("[data-message]");
const leads = "leads" in root.dataset;
const address = (what, more = {}) => `${root.dataset.together}/${what}?${new URLSearchParams({ seat: root.dataset.seat, ...more })}`;
let remarks = -1;
let asked = 0;

async function send(what, form) {
  const reply = await fetch(address(what), { method: "POST", body: new URLSearchParams(form) });
  message.textContent = reply.ok ? "" : await complaint(reply);
  return reply.ok;
}

async function complaint(reply) {
  const text = await reply.text();
  try {
    return JSON.parse(text).error ?? "";
  } catch {
    return new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]")?.textContent ?? "";
  }
}

// Show a decision; an answer that comes late, after another was asked for, is not shown.
async function show(at) {
  const mine = ++asked;
  chosen.value = at;
  root.dataset.at = at;
  const reply = await fetch(address("moment", { at }));
  if (!reply.ok || mine !== asked) return;
  const { board, told, remarks: said } = await reply.json();
  find("[data-board]").innerHTML = board;
  find("[data-told]").innerHTML = told;
  remarks = said;
  const branch = find("[data-branch]");
  if (branch) {
    branch.elements.at.value = at;
    const answers = [...find("[data-told]").querySelectorAll("[data-option]")];
    find("[data-answers]").replaceChildren(...answers.map((one) => new Option(one.textContent, one.dataset.option)));
  }
}

async function go(at) {
  if (!leads) follow.checked = false;
  else if (follow.checked) send("now", { at });
  await show(at);
}

function step(by) {
  const to = chosen.selectedIndex + by;
  if (to >= 0 && to < chosen.options.length) go(chosen.options[to].value);
}

async function look() {
  try {
    const reply = await fetch(address("now"));
    if (reply.ok) {
      const { at, remarks: said } = await reply.json();
      const behind = !leads && follow.checked && String(at) !== root.dataset.at;
      if (behind || said !== remarks) await show(behind ? at : root.dataset.at);
    }
  } catch {
    // the server is away: it may come back
  }
  setTimeout(look, 2000);
}

chosen.addEventListener("change", () => go(chosen.value));
root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) step(Number(button.dataset.step));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(":is(input,textarea,select)")) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});
find("[data-remark]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (await send("remarks", { at: root.dataset.at, text: form.elements.text.value })) {
    form.reset();
    await show(root.dataset.at);
  }
});

await show(root.dataset.at);
look();
