// A puzzle by the keyboard: a digit answers, n goes on to the next one.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(":is(input,textarea,select)")) return;
  const wanted = event.key === "n" ? "[data-next]" : /^[1-9]$/.test(event.key) ? `[data-digit="${event.key}"]` : null;
  const found = wanted && document.querySelector(wanted);
  if (found) {
    event.preventDefault();
    found.click();
  }
});
