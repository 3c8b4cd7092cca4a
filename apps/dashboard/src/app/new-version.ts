/** A tab that was open during an upgrade asks for chunks that are gone; the page is loaded anew, once. */
const key = 'parley.reloaded-at';
const onceInMs = 60_000;

/** Reloads when a lazy part of the dashboard cannot be loaded. Call once. */
export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceInMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
