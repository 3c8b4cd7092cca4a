// Runs before the program is here: no screen flashes white in the dark, and what the first screen needs is asked for in
// one go, not by one part after the other. `screens` is written before it by the build (vite/boot.ts).
(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // Storage may be refused.
    }
  };

  // The choice is kept by src/app/colour-mode.ts.
  const choice = kept('parley.colour-mode');
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');

  // Who signed in here before (src/auth/auth.tsx) is most likely signed in still.
  const { pathname, search } = location;
  const screen = kept('parley.signed-in') === null ? '/auth' : pathname;
  for (const file of screens[screen] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }

  // Taken by src/api/early-reads.ts.
  const reads = { '/api/user': null };
  if (screen === '/conversations') {
    const query = new URLSearchParams(search);
    const selected = query.get('selected');
    const isEverything = [...query.keys()].every((name) => name === 'selected' || name === 'message');
    if (isEverything) reads['/api/conversations?limit=50'] = null;
    if (selected) reads[`/api/conversations/${encodeURIComponent(selected)}`] = null;
  }
  for (const address of Object.keys(reads)) {
    reads[address] = fetch(address, { credentials: 'include' });
    // Told by whoever takes it.
    reads[address].catch(() => undefined);
  }
  window.parleyEarlyReads = reads;
})();
