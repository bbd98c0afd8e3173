// A map: it keeps what matters in sight, can be moved and zoomed by mouse, touch and keyboard, and
// what lies on it can be chosen. It knows no rules: a choice on the map presses the option's button.
import { calm, setting } from "./settings.js";

export const still = () => calm() || setting("speed") === "instant" || document.hidden;

const LEAST = 0.18; // pixels of the screen to a unit of the map
const MOST = 3;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// `readable()` is the least scale at which all is shown at once, `nearest` the largest; `covered()`
// says what lies over the map's edges, `rooms()` what is worth seeing; `dealt(piece)` shows that a
// piece has come to lie there.
export function openMap(frame, { readable, nearest, covered, rooms = () => [], dealt = drop }) {
  const map = frame.querySelector(".map");
  let view = { x: 100, y: 100, scale: 0.6 }; // what is in the middle, and how large
  let wanted = null; // where the view is gliding to
  let follows = true; // nobody has moved the map

  // -- the view -----------------------------------------------------------------------------------

  const size = () => [map.clientWidth || 1, map.clientHeight || 1];

  function show(to) {
    view = to;
    const [w, h] = size();
    map.setAttribute("viewBox", [to.x - w / 2 / to.scale, to.y - h / 2 / to.scale, w / to.scale, h / to.scale].map((n) => n.toFixed(1)).join(" "));
    map.dispatchEvent(new Event("scroll")); // what lies on it has moved: a coach's bubble goes along
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
    return { x, y, ...area(camera.dataset.bounds), whole: camera.dataset.whole !== undefined };
  }

  function area(text) {
    const [left, top, wide, high] = text.split(" ").map(Number);
    return { left, top, wide, high };
  }

  // The whole area if it can be read at that size, else as much of it as fits around the middle.
  function best({ x, y, left, top, wide, high, whole }) {
    const edge = covered(map);
    const w = size()[0] - edge.left - edge.right;
    const h = size()[1] - edge.bottom;
    const least = whole ? 0 : readable(...size());
    const scale = Math.min(nearest, Math.max(least, Math.min(w / wide, h / high)));
    const room = { x: w / scale, y: h / scale };
    const there = { x: between(left, left + wide, x, room.x), y: between(top, top + high, y, room.y) };
    // what lies beyond one edge says nothing about the middle of what is in sight
    if (high > room.y) there.x = among("x", "y", there.y, room, x) ?? there.x;
    else if (wide > room.x) there.y = among("y", "x", there.x, room, y) ?? there.y;
    return { x: there.x + (edge.right - edge.left) / 2 / scale, y: there.y + edge.bottom / 2 / scale, scale };
  }

  // Where the view stands along one axis, among the rooms whose middle it shows along the other.
  function among(along, across, middle, room, at) {
    const seen = rooms(map).filter((one) => Math.abs(one[across] - middle) < room[across] / 2);
    if (!seen.length) return null;
    const low = Math.min(...seen.map((one) => one[along] - one.size / 2));
    const high = Math.max(...seen.map((one) => one[along] + one.size / 2));
    return between(low, high, at, room[along]);
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
    if (follows) glide(best(here));
    else reveal(here.x, here.y);
  }

  function following(on) {
    follows = on;
    frame.querySelector('[data-zoom="fit"]').ariaPressed = String(on);
  }

  function fit() {
    following(true);
    follow();
  }

  function look(bounds) {
    following(false);
    const there = area(bounds);
    glide(best({ x: there.left + there.wide / 2, y: there.top + there.high / 2, ...there }));
  }

  function zoom(by, at) {
    following(false);
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

  // -- mouse and touch ----------------------------------------------------------------------------

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
    following(false);
    const share = other ? 2 : 1;
    show({ ...view, x: view.x - dx / share / view.scale, y: view.y - dy / share / view.scale });
    fingers.set(event.pointerId, event);
  });

  const lift = (event) => fingers.delete(event.pointerId);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lift);

  map.addEventListener("click", (event) => {
    if (dragged < 6) choose(event.target.closest("[data-answer], [data-among]"));
    dragged = 0;
  });

  frame.addEventListener("click", (event) => {
    const { zoom: how, look: where } = event.target.closest("[data-zoom], [data-look]")?.dataset ?? {};
    if (where) look(where);
    else if (how === "fit") fit();
    else if (how) glide(zoom(how === "in" ? 1.35 : 1 / 1.35));
  });

  // -- keyboard -----------------------------------------------------------------------------------

  map.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (STEPS[key]) {
      const [dx, dy] = STEPS[key];
      const from = wanted ?? view;
      following(false);
      glide({ ...from, x: from.x + (dx * 100) / from.scale, y: from.y + (dy * 100) / from.scale });
    } else if (key === "+" || key === "=") glide(zoom(1.35));
    else if (key === "-") glide(zoom(1 / 1.35));
    else if (key === "0" || key === "Home") fit();
    else if ((key === "Enter" || key === " ") && event.target.matches("[data-answer], [data-among]")) choose(event.target);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  map.addEventListener("focusin", (event) => {
    if (event.target === map || !event.target.matches(":focus-visible")) return; // nothing moves under a mouse
    const box = event.target.getBBox();
    const at = event.target.transform?.baseVal.consolidate()?.matrix;
    reveal(box.x + box.width / 2 + (at?.e ?? 0), box.y + box.height / 2 + (at?.f ?? 0), 60);
  });

  // -- what moves by itself -----------------------------------------------------------------------

  let lay = pieces(map); // where each piece was

  function settle() {
    const now = pieces(map);
    if (!still()) {
      for (const [name, { piece, x, y }] of now) {
        const was = lay.get(name);
        if (was && (was.x !== x || was.y !== y))
          piece.animate([{ transform: `translate(${was.x}px, ${was.y}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: 420, easing: "ease-in-out" });
        else if (!was) dealt(piece);
      }
    }
    lay = now;
    follow();
  }

  let due = false;
  new MutationObserver((changes) => {
    // a piece that turns changes itself; only new parts are of interest
    if (due || !changes.some((change) => change.target.dataset?.part)) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      settle();
    });
  }).observe(map, { childList: true, subtree: true });

  new ResizeObserver(() => {
    wanted = null;
    if (follows && told()) show(best(told()));
    else show(view);
  }).observe(map);

  if (told()) show(best(told()));
  frame.dataset.ready = "1";
}

// The middle of a stretch; where it is longer than the view, as near to a place on it as its ends allow.
function between(low, high, at, room) {
  return high - low <= room ? (low + high) / 2 : Math.min(Math.max(at, low + room / 2), high - room / 2);
}

function pieces(map) {
  return new Map([...map.querySelectorAll("[data-piece]")].map((piece) => {
    const { e, f } = piece.transform.baseVal.consolidate().matrix;
    return [piece.dataset.piece, { piece, x: e, y: f }];
  }));
}

// A piece comes down on the map.
export function drop(piece) {
  piece.querySelector("use").animate([{ transform: "translateY(-40px) scale(0.5)", opacity: 0 }, { transform: "none" }], { duration: 320, easing: "ease-out" });
}

// Press the option that lies there; of several, show which they are.
function choose(thing) {
  if (!thing) return;
  const find = (answer) => document.querySelector(`[data-part="prompt"] button[data-answer="${CSS.escape(answer)}"]`);
  const { answer, among } = thing.dataset;
  if (answer !== undefined) return find(answer)?.click();
  const options = among.split(" ").map(find).filter(Boolean);
  for (const option of document.querySelectorAll(".option")) option.classList.toggle("among", options.includes(option));
  options[0]?.focus();
}
