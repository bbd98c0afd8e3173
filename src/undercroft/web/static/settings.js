// What a person likes, kept in this browser, and with the account of who is logged in. What the look depends
// on is in a cookie, too: so the server draws a page as it is to be, and nothing flickers.

const DEFAULTS = { speed: "normal", size: "normal", theme: "dark", motion: "full", sound: "off", volume: "60", confirm: "never", hints: "thumb", auto: "matters", dice: "table", felt: "stone", back: "classic" };
const LOOKS = ["theme", "size", "motion", "felt", "back"];
const A_YEAR = 31536000; // seconds
export const PAUSES = { slow: 1300, normal: 650, instant: 0 };

export function setting(name) {
  try {
    return localStorage.getItem(`undercroft-${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name]; // storage may be forbidden
  }
}

function store(name, value) {
  try {
    localStorage.setItem(`undercroft-${name}`, value);
  } catch {
    // then it holds for this page alone
  }
}

// What an account keeps comes with the page, and this browser follows it. One that keeps nothing yet, because
// its name was just claimed, is told what this browser has.
const { kept } = document.documentElement.dataset;
if (kept) for (const [name, value] of Object.entries(JSON.parse(kept))) store(name, value);
else if (kept === "") keep();

function keep() {
  const all = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, setting(name)]));
  fetch("/settings", { method: "POST", body: new URLSearchParams(all), keepalive: true }).catch(() => null);
}

export function set(name, value) {
  store(name, value);
  if (kept !== undefined) keep();
  if (LOOKS.includes(name)) {
    const look = LOOKS.map((one) => `${one}-${setting(one)}`).join("_");
    document.cookie = `undercroft-look=${look}; path=/; max-age=${A_YEAR}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  }
  apply();
  document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

export function apply() {
  for (const name of [...LOOKS, "speed", "auto"]) document.documentElement.dataset[name] = setting(name);
}

export const calm = () => setting("motion") === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
