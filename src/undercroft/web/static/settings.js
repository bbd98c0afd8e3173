// What a person likes, kept in this browser alone.

const DEFAULTS = { speed: "normal", size: "normal", confirm: "never" };
export const PAUSES = { slow: 1300, normal: 650, instant: 0 };

export function setting(name) {
  try {
    return localStorage.getItem(`undercroft-${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name]; // storage may be forbidden
  }
}

export function set(name, value) {
  try {
    localStorage.setItem(`undercroft-${name}`, value);
  } catch {
    // then it holds for this page alone
  }
  apply();
  document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

export function apply() {
  document.documentElement.dataset.size = setting("size");
  document.documentElement.dataset.speed = setting("speed");
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
