// The stage: parts of a table are put in place of old ones, gliding where the browser can.
import { stir } from "./awake.js";
import { calm, setting } from "./settings.js";

// Cards carry their names only while something moves. A name may be on the stage once.
function nameAll(root) {
  const seen = new Set();
  for (const element of root.querySelectorAll("[data-glide]")) {
    const name = `g-${element.dataset.glide}`;
    const free = !seen.has(name) && element.getClientRects().length;
    element.style.viewTransitionName = free ? name : "none";
    seen.add(name);
  }
}

function unnameAll(root) {
  for (const element of root.querySelectorAll("[data-glide]")) element.style.viewTransitionName = "";
}

export class Stage {
  constructor(root) {
    this.root = root;
    this.moving = null;
    this.due = null;
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  // Put one part in place, while others may glide.
  lay(name, html) {
    const place = this.part(name);
    const focus = place?.contains(document.activeElement) ? this.focused() : undefined;
    if (place) place.innerHTML = html;
    this.refocus(focus);
  }

  // Put parts in place. Resolves when they are there; the gliding may go on after that.
  async put(parts, after = () => {}, glide = true) {
    this.due?.(); // what was to be put before comes first
    this.moving?.skipTransition();
    const swap = () => {
      if (this.due !== swap) return;
      this.due = null;
      const focus = this.focused();
      for (const [name, html] of Object.entries(parts)) {
        const place = this.part(name);
        if (place) place.innerHTML = html;
      }
      this.refocus(focus);
      stir();
      after();
    };
    this.due = swap;
    const still = !glide || calm() || setting("speed") === "instant" || document.hidden;
    if (still || !document.startViewTransition || !Object.keys(parts).length) {
      swap();
      return;
    }
    nameAll(this.root);
    const moving = document.startViewTransition(() => {
      swap();
      nameAll(this.root);
    });
    this.moving = moving;
    moving.ready.catch(() => {}); // skipped: the swap has been made all the same
    moving.finished.catch(() => {}).then(() => {
      if (this.moving === moving) {
        this.moving = null;
        unnameAll(this.root);
      }
    });
    await moving.updateCallbackDone;
  }

  focused() {
    const active = document.activeElement;
    return this.root.contains(active) ? active.dataset.key ?? null : undefined;
  }

  // Keep the focus on what had it; if that has gone, on the question, or where it will be.
  refocus(key) {
    const question = this.part("prompt");
    const adrift = !document.activeElement || document.activeElement === document.body;
    if (key === undefined || !(adrift || document.activeElement === question)) return;
    const kept = key && this.root.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled], .prompt)`);
    const marked = this.root.querySelector('[data-part="prompt"] [data-marked]'); // Enter does no harm
    const same = kept?.matches(".option") && (marked || kept.matches("[data-deadly]")) ? marked : kept;
    const next = same || marked || this.root.querySelector('[data-part="prompt"] :is(button, input), [data-key="end-title"]') || question;
    next?.focus({ preventScroll: Boolean(same) || next === question });
  }
}
