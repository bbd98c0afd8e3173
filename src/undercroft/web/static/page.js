// On every page: settings, files read into text fields, links with their full address.
import { apply, set, setting } from "./settings.js";

apply();
for (const name of ["speed", "size"]) {
  for (const input of document.querySelectorAll(`input[name="${name}"]`)) {
    input.checked = input.value === setting(name);
    input.addEventListener("change", () => set(name, input.value));
  }
}

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
