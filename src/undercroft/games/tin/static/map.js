// The dungeon's map: how much of it is shown by itself, and dice that tumble.
import { drop, openMap } from "/static/map.js";

const frame = document.querySelector("[data-map]");
const FACES = ["plain", "horns", "chest", "horns-chest"];

openMap(frame, {
  // a tile is 200 units wide: where one is laid, the knight beside it stays in sight
  readable: (width, height) => Math.min(1.1, Math.max(0.5, Math.min(width, height) / 590)),
  nearest: 1.7,
  covered,
  rooms,
  dealt: (piece) => (piece.dataset.id.includes(":") ? tumble(piece) : drop(piece)),
});

// What lies over the map's edges: nothing should be hidden behind it.
function covered(map) {
  const box = map.getBoundingClientRect();
  const over = (what) => frame.parentElement.querySelector(what)?.getBoundingClientRect();
  const shop = over(".tin-shop");
  const zoom = over(".tin-zoom");
  return {
    left: shop?.width ? shop.right - box.left + 4 : 0,
    right: box.right - zoom.left + 4,
    bottom: 0,
  };
}

// Every room that is laid, and every place that one may be laid or gone to: its middle, and how wide.
function rooms(map) {
  const laid = [...map.querySelectorAll(".room")].map((room) => room.transform.baseVal.consolidate().matrix);
  const reached = [...map.querySelectorAll(".reach, .spot-to-fill")].map((spot) => ({ e: spot.x.baseVal.value, f: spot.y.baseVal.value }));
  return [...laid, ...reached].map(({ e, f }) => ({ x: e + 100, y: f + 100, size: 200 }));
}

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
