// On every page: settings, files read into text fields, links with their full address.
import { apply, set, setting } from "./settings.js";
import { play } from "./sound.js";

apply();
for (const input of document.querySelectorAll("input[data-setting]")) {
  const name = input.dataset.setting;
  if (input.type === "radio") input.checked = input.value === setting(name);
  else input.value = setting(name);
  input.addEventListener("change", () => set(name, input.value));
}
for (const button of document.querySelectorAll("[data-try-sound]")) button.addEventListener("click", () => play(button.dataset.trySound));

const menu = document.querySelector("details.settings");
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
menu?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

for (const input of document.querySelectorAll("input[type=file][data-into]")) {
  input.addEventListener("change", async () => {
    const text = document.getElementById(input.dataset.into);
    if (input.files[0]) text.value = await input.files[0].text();
  });
}

for (const link of document.querySelectorAll("a[data-absolute]")) link.textContent = link.href;

// An app that starts without a network, where the browser can have one.
addEventListener("load", async () => {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registered = await serviceWorker.register(document.body.dataset.worker).catch(() => null);
  const read = location.pathname.startsWith("/rules/");
  if (registered && read) (await serviceWorker.ready).active.postMessage({ keep: location.pathname });
});
