// A review or a run of the lab that is being made: how far it has come, and then what came of it.
const root = document.querySelector("[data-making]");
const bar = root.querySelector("progress");

async function look() {
  try {
    const answer = await fetch(root.dataset.making);
    if (answer.ok) {
      const { progress, done } = await answer.json();
      if (done || progress === null) return location.reload();
      bar.value = progress;
    }
  } catch {
    // the server is away: it may come back
  }
  setTimeout(look, 1000);
}

look();
