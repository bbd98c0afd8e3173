// The coach of a lesson: a bubble at the thing that it speaks of. It covers no option, and folds away.

const GAP = 14; // pixels between the bubble and what it points at
const EDGE = 6;

export class Coach {
  constructor(root, part) {
    this.root = root;
    this.part = part;
    if (!part) return;
    const again = () => requestAnimationFrame(() => this.put());
    for (const kind of ["resize", "scroll"]) addEventListener(kind, again, { capture: true, passive: true });
    new ResizeObserver(again).observe(root.querySelector(".ask"));
    this.place();
  }

  get bubble() {
    return this.part?.querySelector(".bubble");
  }

  // Whether it waits for a press before more is shown.
  get isHeld() {
    return this.bubble?.dataset.more !== undefined;
  }

  fold() {
    const { bubble } = this;
    const folded = bubble.classList.toggle("folded");
    bubble.querySelector(".fold").ariaExpanded = String(!folded);
    this.put();
  }

  // Something new is said, or nothing.
  place() {
    const { bubble } = this;
    for (const old of this.root.querySelectorAll(".advised")) old.classList.remove("advised");
    if (!bubble) return;
    for (const one of this.answers(bubble)) one.classList.add("advised");
    this.target()?.scrollIntoView({ block: "nearest" });
    this.put();
    if (this.isHeld) bubble.querySelector("[data-tool=next]").focus({ preventScroll: true });
  }

  answers({ dataset: { advice } }) {
    return [...this.root.querySelectorAll("[data-answer]")].filter((one) => advice && one.dataset.answer === advice);
  }

  // What it speaks of: a part of the table, or where the advised answer lies; else its option.
  target() {
    const { bubble } = this;
    const seen = (one) => one?.getClientRects().length;
    const part = this.root.querySelector(`.board [data-part="${bubble.dataset.at}"]`);
    const answers = this.answers(bubble).filter(seen);
    return (seen(part) ? part : null) ?? answers.find((one) => one.closest(".board")) ?? answers[0];
  }

  // Where it may be: over the board, as far as that is in sight.
  area() {
    const board = this.root.querySelector(".board").getBoundingClientRect();
    const ask = this.root.querySelector(".ask").getBoundingClientRect();
    const over = ask.left < board.right - 8 && ask.top > board.top; // it lies on the board's lower part
    const area = { left: Math.max(0, board.left) + EDGE, right: Math.min(innerWidth, board.right) - EDGE };
    area.top = Math.max(board.top, document.querySelector(".site").getBoundingClientRect().bottom, 0) + EDGE;
    area.bottom = Math.min(board.bottom, innerHeight, over ? ask.top : Infinity) - EDGE;
    return area;
  }

  put() {
    const { bubble } = this;
    if (!bubble) return;
    const area = this.area();
    bubble.style.maxWidth = `${area.right - area.left}px`;
    bubble.style.maxHeight = `${Math.max(120, area.bottom - area.top)}px`;
    const box = this.target()?.getBoundingClientRect();
    let place = this.where(area, box, bubble.offsetWidth, bubble.offsetHeight);
    if (place[0] === "none" && box) {
      const room = Math.max(box.top - area.top, area.bottom - box.bottom) - GAP; // its text scrolls
      bubble.style.maxHeight = `${Math.max(90, room)}px`;
      place = this.where(area, box, bubble.offsetWidth, bubble.offsetHeight);
    }
    const { offsetWidth: width, offsetHeight: height } = bubble;
    const [side, left, top] = place;
    bubble.dataset.side = side;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${top}px`;
    if (!box) return;
    const along = side === "left" || side === "right" ? (box.top + box.bottom) / 2 - top : (box.left + box.right) / 2 - left;
    const most = side === "left" || side === "right" ? height : width;
    bubble.style.setProperty("--along", `${clamp(along, 18, most - 18)}px`);
  }

  // Beside what it points at, where it fits; else where it hides least.
  where(area, box, width, height) {
    const within = (left, top) => left >= area.left - 1 && top >= area.top - 1 && left + width <= area.right + 1 && top + height <= area.bottom + 1;
    const x = (left) => clamp(left, area.left, area.right - width);
    const y = (top) => clamp(top, area.top, area.bottom - height);
    if (!box) return ["none", x(area.left), y(area.bottom)];
    const beside = box.left >= area.right; // an option, beside the board
    const [middle, centre] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const ways = [
      ["above", x(middle - width / 2), box.top - height - GAP],
      ["below", x(middle - width / 2), box.bottom + GAP],
      ["right", box.right + GAP, y(centre - height / 2)],
      ["left", box.left - width - GAP, y(centre - height / 2)],
    ];
    if (beside) return ["left", x(area.right), y(centre - height / 2)];
    const fits = ways.find(([, left, top]) => within(left, top));
    if (fits) return fits;
    if (box.top >= area.bottom) return ["above", x(middle - width / 2), y(area.bottom)];
    return ["none", x(middle - width / 2), centre > (area.top + area.bottom) / 2 ? y(area.top) : y(area.bottom)];
  }
}

const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
