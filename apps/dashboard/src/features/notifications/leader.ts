/**
 * Elects one of all tabs to lead; the others wait until it closes, so one tab plays. Where the browser has no locks (a
 * page without TLS) the tab that was visible last leads.
 */
export function leadTabs(leads: (isLeader: boolean) => void): () => void {
  const given = new AbortController();
  if ('locks' in navigator) {
    navigator.locks
      .request('parley.leading-tab', { signal: given.signal }, async () => {
        leads(true);
        await new Promise((resolve) => given.signal.addEventListener('abort', resolve));
      })
      // Given up while waiting for the lock.
      .catch(() => undefined);
    return () => given.abort();
  }
  const key = 'parley.leading-tab';
  const mine = String(Math.random());
  const claim = () => {
    localStorage.setItem(key, mine);
    leads(true);
  };
  claim();
  window.addEventListener('focus', claim, { signal: given.signal });
  window.addEventListener('storage', (event) => event.key === key && leads(event.newValue === mine), {
    signal: given.signal,
  });
  return () => given.abort();
}
