// The page without a network: goes back to where it was wanted as soon as there is one.
const again = () => (location.pathname === "/offline" ? location.assign("/") : location.reload());
const isThere = () => fetch("/healthz").then((reply) => reply.ok).catch(() => false);
const wait = async () => ((await isThere()) ? again() : setTimeout(wait, 2000)); // a network is not yet the server
addEventListener("online", wait);
if (location.pathname !== "/offline") setTimeout(wait, 2000); // it stands for a page that is wanted
document.querySelector("[data-retry]").addEventListener("click", again);

// Only what is kept can be opened.
for (const link of document.querySelectorAll("a[data-kept]")) {
  if ("caches" in window) caches.match(link.getAttribute("href")).then((found) => (link.closest("li").hidden = !found));
}
