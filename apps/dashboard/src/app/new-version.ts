/** A tab that was open during an upgrade asks for chunks that are gone; the page is loaded anew, once. */
const key = 'parley.reloaded-at';
const onceInMs = 60_000;

let loadingAhead = 0;

/** Loads a part before anybody asks for it. One that cannot be had is not missed, and not asked for anew, until then. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  loadingAhead += 1;
  try {
    await load();
  } catch {
    // Asked for again when it is wanted.
  } finally {
    loadingAhead -= 1;
  }
}

/** Reloads when a lazy part of the dashboard cannot be loaded. Call once. */
export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (loadingAhead > 0) return event.preventDefault();
    // Without a network nothing would come instead of the page.
    if (!navigator.onLine) return;
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceInMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
