// Runs before the program is here: no screen flashes white in the dark, and what the first screen needs is asked for in
// one go, not by one part after the other. `screens`, `firstList` and `font` are written before it by the
// build (vite/boot.ts).
(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // Storage may be refused.
    }
  };

  // The choice is kept by src/theme/colour-mode.ts.
  const choice = kept('parley.colour-mode');
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');

  // Kept by src/theme/fonts.ts once it is in the cache.
  if (font && kept('parley.font') === font) {
    document.documentElement.dataset.inter = '';
    const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: font };
    document.head.append(Object.assign(document.createElement('link'), preload));
  }

  // Who signed in here before (src/auth/auth.tsx) is most likely signed in still.
  const { pathname, search } = location;
  const screen = kept('parley.signed-in') === null ? '/auth' : pathname;
  const query = new URLSearchParams(search);
  const isStart = [...query.keys()].every((name) => name === 'selected' || name === 'message');
  const reads = ['/api/user'];
  if (screen === '/conversations') {
    if (isStart) reads.push(firstList);
    const selected = query.get('selected');
    const address = `/api/conversations/${encodeURIComponent(selected)}`;
    reads.push(
      '/api/views',
      '/api/settings',
      ...(selected ? [address, `${address}/activities`, '/api/copilot', '/api/tags'] : []),
    );
  }
  // Taken by src/api/early-reads.ts, which asks again after a time-out.
  const early = {};
  for (const address of reads) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new DOMException('No answer', 'TimeoutError')), 10_000);
    early[address] = fetch(address, { credentials: 'include', signal: patience.signal });
    // The reader reports errors.
    early[address].then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }
  window.parleyEarlyReads = early;

  for (const href of screens[screen] ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
})();
