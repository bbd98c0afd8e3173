// The story of a finished game: to be shared and printed.
import { copy, offer } from "./links.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  const place = document.querySelector("[data-shared]");
  if (button?.dataset.copy) copy(button);
  else if (button?.dataset.shareStory) await offer(button.dataset.shareStory, place, "/story");
  else if (button && "print" in button.dataset) print();
});
