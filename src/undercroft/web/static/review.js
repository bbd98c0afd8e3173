// A review that is being made: how far it has come, and then the review itself.
const root = document.querySelector("[data-reviewing]");
const bar = root.querySelector("progress");

async function look() {
  try {
    const answer = await fetch(root.dataset.reviewing);
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
