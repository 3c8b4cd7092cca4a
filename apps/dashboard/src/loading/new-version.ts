/** A tab that was open during an upgrade requests chunks that were deleted; the page is reloaded, once. */
const key = 'parley.reloaded-at';
const onceInMs = 60_000;

let loadingAhead = 0;

/** Loads a part ahead. A failure is ignored: the part is loaded again when it is needed. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  loadingAhead += 1;
  try {
    await load();
  } catch {
    // Loaded again when it is needed.
  } finally {
    loadingAhead -= 1;
  }
}

/** Reloads when a lazy part of the dashboard cannot be loaded. Call once. */
export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (loadingAhead > 0) return event.preventDefault();
    // Without a network a reload would show nothing.
    if (!navigator.onLine) return;
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceInMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
