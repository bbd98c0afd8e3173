// What breathes on a table, a torch or what waits to be pressed, breathes while somebody is there, and then lies
// still: a page that nobody touches costs nothing. Styles ask for `html[data-awake]`.

const BREATHS = 16000; // milliseconds: three of a torch's
const { dataset } = document.documentElement;
let stirred; // when somebody was there last, or something happened
let timer;

export function stir() {
  stirred = performance.now();
  if (!timer) wake();
}

function wake() {
  dataset.awake = "";
  timer = setTimeout(rest, BREATHS);
}

function rest() {
  timer = null;
  delete dataset.awake;
  if (performance.now() - stirred > BREATHS / 2) return;
  document.body.getBoundingClientRect(); // so that what breathes begins again
  wake();
}

for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, stir, { passive: true });
stir();
