// On the home page: how my games stand, and which of those with others wait for me.
import { say } from "./words.js";

const LOOK_AGAIN = 15000;
const title = document.title;

async function look() {
  if (document.hidden) return;
  const reply = await fetch("/turns").catch(() => null);
  if (!reply?.ok) return;
  const { plays } = await reply.json();
  for (const old of document.querySelectorAll("[data-your-turn]")) old.remove();
  for (const play of plays) {
    const link = document.querySelector(`.plays a[href="/play/${CSS.escape(play)}"]`);
    const mark = Object.assign(document.createElement("span"), { className: "tag", textContent: say("turn-tag") });
    mark.dataset.yourTurn = "";
    link?.after(" ", mark);
  }
  document.title = plays.length ? say("turn-title", { title }) : title;
}

if (document.querySelector(".plays")) {
  look();
  setInterval(look, LOOK_AGAIN);
}

const cards = [...document.querySelectorAll("[data-stands]")];

async function tell() {
  const reply = await fetch(`/stands?${new URLSearchParams(cards.map((card) => ["play", card.dataset.stands]))}`).catch(() => null);
  const told = reply?.ok ? await reply.json() : {};
  for (const card of cards) if (told[card.dataset.stands]) card.textContent = told[card.dataset.stands];
}

if (cards.length) tell();
