// The map: it keeps the knight in sight, can be moved and zoomed by mouse, touch and keyboard, and
// what lies on it can be chosen. It knows no rules: a choice on the map presses the option's button.
import { calm, setting } from "/static/settings.js";

const frame = document.querySelector("[data-map]");
const map = frame.querySelector(".map");
const still = () => calm() || setting("speed") === "instant" || document.hidden;

const LEAST = 0.18; // pixels of the screen to a unit of the map; a tile is 200 units wide
const MOST = 3;
const NEAREST = 1.25; // no nearer than this by itself
let view = { x: 100, y: 100, scale: 0.6 }; // what is in the middle, and how large
let wanted = null; // where the view is gliding to
let follows = true; // nobody has moved the map

// -- the view -------------------------------------------------------------------------------------

const size = () => [map.clientWidth || 1, map.clientHeight || 1];
const readable = () => Math.min(0.66, Math.max(0.5, size()[0] / 900));

function show(to) {
  view = to;
  const [w, h] = size();
  map.setAttribute("viewBox", [to.x - w / 2 / to.scale, to.y - h / 2 / to.scale, w / to.scale, h / to.scale].map((n) => n.toFixed(1)).join(" "));
}

function glide(to) {
  wanted = to;
  if (still()) {
    wanted = null;
    show(to);
    return;
  }
  const from = { ...view };
  const began = performance.now();
  const step = (now) => {
    if (wanted !== to) return;
    const part = Math.min(1, (now - began) / 350);
    const ease = 1 - (1 - part) ** 3;
    const mix = (name) => from[name] + (to[name] - from[name]) * ease;
    show({ x: mix("x"), y: mix("y"), scale: mix("scale") });
    if (part < 1) requestAnimationFrame(step);
    else wanted = null;
  };
  requestAnimationFrame(step);
}

function told() {
  const camera = map.querySelector("[data-camera]");
  if (!camera) return null;
  const [x, y] = camera.dataset.camera.split(" ").map(Number);
  const [left, top, wide, high] = camera.dataset.bounds.split(" ").map(Number);
  return { x, y, left, top, wide, high };
}

// What lies over the map's edges: nothing should be hidden behind it.
function covered() {
  const box = map.getBoundingClientRect();
  const over = (what) => frame.parentElement.querySelector(what)?.getBoundingClientRect();
  const shop = over(".tin-shop");
  const tray = over(".tin-tray");
  const zoom = over(".tin-zoom");
  return {
    left: shop?.width ? shop.right - box.left + 4 : 0,
    right: box.right - zoom.left + 4,
    bottom: tray?.height ? Math.max(0, box.bottom - tray.top) : 0,
  };
}

// The whole dungeon if it can be read at that size, else as much of it as fits around the knight.
function best() {
  const { x, y, left, top, wide, high } = told();
  const edge = covered();
  const w = size()[0] - edge.left - edge.right;
  const h = size()[1] - edge.bottom;
  const scale = Math.min(NEAREST, Math.max(readable(), Math.min(w / wide, h / high)));
  const middle = (at, low, long, room) =>
    long <= room ? low + long / 2 : Math.min(Math.max(at, low + room / 2), low + long - room / 2);
  return {
    x: middle(x, left, wide, w / scale) + (edge.right - edge.left) / 2 / scale,
    y: middle(y, top, high, h / scale) + edge.bottom / 2 / scale,
    scale,
  };
}

// Move the view no further than is needed to bring a place into sight.
function reveal(x, y, margin = 110) {
  const to = wanted ?? view;
  const [w, h] = size();
  const reach = (room) => Math.max(0, room / 2 / to.scale - margin);
  const near = (at, middle, far) => Math.min(Math.max(middle, at - far), at + far);
  const there = { x: near(x, to.x, reach(w)), y: near(y, to.y, reach(h)), scale: to.scale };
  if (there.x !== to.x || there.y !== to.y) glide(there);
}

function follow() {
  const here = told();
  if (!here) return;
  if (follows) glide(best());
  else reveal(here.x, here.y);
}

function moved() {
  follows = false;
  frame.querySelector('[data-zoom="fit"]').ariaPressed = "false";
}

function fit() {
  follows = true;
  frame.querySelector('[data-zoom="fit"]').ariaPressed = "true";
  follow();
}

function zoom(by, at) {
  moved();
  const from = wanted ?? view;
  const scale = Math.min(MOST, Math.max(LEAST, from.scale * by));
  const [x, y] = at ?? [from.x, from.y];
  const share = from.scale / scale;
  return { x: x + (from.x - x) * share, y: y + (from.y - y) * share, scale };
}

function spot(event) {
  const box = map.getBoundingClientRect();
  return [view.x + (event.clientX - box.left - box.width / 2) / view.scale, view.y + (event.clientY - box.top - box.height / 2) / view.scale];
}

// -- mouse and touch ------------------------------------------------------------------------------

const fingers = new Map();
let dragged = 0;

map.addEventListener("wheel", (event) => {
  event.preventDefault();
  wanted = null;
  show(zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), spot(event)));
}, { passive: false });

map.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  if (!fingers.size) dragged = 0;
  fingers.set(event.pointerId, event);
});

map.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const dx = event.clientX - before.clientX;
  const dy = event.clientY - before.clientY;
  if (dragged < 6 && fingers.size === 1 && dragged + Math.hypot(dx, dy) < 6) return;
  dragged += Math.hypot(dx, dy);
  map.setPointerCapture(event.pointerId);
  wanted = null;
  const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
  if (other) {
    const apart = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY) || 1;
    const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    show(zoom(apart(event) / apart(before), spot(middle)));
  }
  moved();
  const share = other ? 2 : 1;
  show({ ...view, x: view.x - dx / share / view.scale, y: view.y - dy / share / view.scale });
  fingers.set(event.pointerId, event);
});

const lift = (event) => fingers.delete(event.pointerId);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lift);

map.addEventListener("click", (event) => {
  if (dragged < 6) choose(event.target.closest("[data-answer]"));
  dragged = 0;
});

function choose(thing) {
  if (!thing) return;
  const answer = CSS.escape(thing.dataset.answer);
  document.querySelector(`[data-part="prompt"] button[data-answer="${answer}"]`)?.click();
}

frame.addEventListener("click", (event) => {
  const how = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (how === "fit") fit();
  else if (how) glide(zoom(how === "in" ? 1.35 : 1 / 1.35));
});

// -- keyboard -------------------------------------------------------------------------------------

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

map.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (STEPS[key]) {
    const [dx, dy] = STEPS[key];
    const from = wanted ?? view;
    moved();
    glide({ ...from, x: from.x + (dx * 100) / from.scale, y: from.y + (dy * 100) / from.scale });
  } else if (key === "+" || key === "=") glide(zoom(1.35));
  else if (key === "-") glide(zoom(1 / 1.35));
  else if (key === "0" || key === "Home") fit();
  else if ((key === "Enter" || key === " ") && event.target.dataset.answer !== undefined) choose(event.target);
  else return;
  event.preventDefault();
  event.stopPropagation();
});

map.addEventListener("focusin", (event) => {
  if (event.target === map) return;
  const box = event.target.getBBox();
  const at = event.target.transform?.baseVal.consolidate()?.matrix;
  reveal(box.x + box.width / 2 + (at?.e ?? 0), box.y + box.height / 2 + (at?.f ?? 0), 60);
});

// -- what moves by itself -------------------------------------------------------------------------

let lay = new Map(); // where each piece was

function pieces() {
  return new Map([...map.querySelectorAll("[data-piece]")].map((piece) => {
    const { e, f } = piece.transform.baseVal.consolidate().matrix;
    return [piece.dataset.piece, { piece, x: e, y: f }];
  }));
}

const FACES = ["plain", "horns", "chest", "horns-chest"];

// A die tumbles through its faces and settles on the one that was rolled.
function tumble(piece) {
  const use = piece.querySelector("use");
  const settled = use.getAttribute("href");
  const colour = piece.dataset.id.split(":")[0];
  const faces = colour === "yellow" ? ["plain", "horns-chest"] : FACES;
  use.animate(
    [{ transform: "translate(-60px, -46px) rotate(-540deg) scale(0.6)", opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "translate(6px, 0) rotate(24deg) scale(1.12)", offset: 0.78 }, { transform: "none" }],
    { duration: 620, easing: "ease-out" },
  );
  let turns = 0;
  const flip = setInterval(() => {
    turns += 1;
    if (turns < 7 && use.isConnected) use.setAttribute("href", settled.replace(/#.*/, `#${colour}:${faces[turns % faces.length]}`));
    else {
      clearInterval(flip);
      use.setAttribute("href", settled);
    }
  }, 62);
}

function settle() {
  const now = pieces();
  if (!still()) {
    for (const [name, { piece, x, y }] of now) {
      const was = lay.get(name);
      if (was && (was.x !== x || was.y !== y))
        piece.animate([{ transform: `translate(${was.x}px, ${was.y}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: 420, easing: "ease-in-out" });
      else if (!was && piece.dataset.id.includes(":")) tumble(piece);
      else if (!was)
        piece.querySelector("use").animate([{ transform: "translateY(-40px) scale(0.5)", opacity: 0 }, { transform: "none" }], { duration: 320, easing: "ease-out" });
    }
  }
  lay = now;
  follow();
}

let due = false;
new MutationObserver((changes) => {
  // a die that turns changes itself; only new parts are of interest
  if (due || !changes.some((change) => change.target.dataset?.part)) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    settle();
  });
}).observe(map, { childList: true, subtree: true });

new ResizeObserver(() => {
  wanted = null;
  if (follows && told()) show(best());
  else show(view);
}).observe(map);

lay = pieces();
if (told()) show(best());
frame.dataset.ready = "1";
