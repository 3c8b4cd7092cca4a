// Runs before the program is here: no screen flashes white in the dark, and what the first screen needs is asked for in
// one go, not by one part after the other. `screens`, `firstPaint` and `font`
// are written before it by the build (vite/boot.ts).
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

  // Kept by src/app/theme/fonts.ts once it is in the cache.
  if (font && kept('parley.font') === font) {
    document.documentElement.dataset.inter = '';
    const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: font };
    document.head.append(Object.assign(document.createElement('link'), preload));
  }

  // Who signed in here before (src/auth/auth.tsx) is most likely signed in still.
  const { pathname, search } = location;
  const screen = kept('parley.signed-in') === null ? '/auth' : pathname;
  const query = new URLSearchParams(search);
  const isEverything = [...query.keys()].every((name) => name === 'selected' || name === 'message');
  const isPainted = firstPaint !== undefined && (screen === '/auth' || (screen === '/conversations' && isEverything));
  const reads = ['/api/user'];
  if (screen === '/conversations') {
    if (isEverything) reads.push('/api/conversations?limit=50');
    const selected = query.get('selected');
    const address = `/api/conversations/${encodeURIComponent(selected)}`;
    reads.push(
      '/api/views',
      '/api/settings',
      ...(selected ? [address, `${address}/acts`, '/api/copilot', '/api/tags'] : []),
    );
  }
  // Taken by src/api/early-reads.ts.
  const early = {};
  for (const address of reads) {
    early[address] = fetch(address, { credentials: 'include' });
    // Told by whoever takes it.
    early[address].catch(() => undefined);
  }
  window.parleyEarlyReads = early;

  /** What the program needs to draw the screen; after what is seen before it. */
  const fetchScreen = () => {
    for (const href of screens[screen] ?? []) {
      const preload = { rel: 'modulepreload', fetchPriority: 'low', href };
      document.head.append(Object.assign(document.createElement('link'), preload));
    }
  };
  if (isPainted) {
    // Taken by src/first-paint/paint.tsx. An answer's body is read once: this is a copy.
    const copy = async (address) => {
      try {
        const answer = await early[address];
        if (answer.status === 401) return null;
        return answer.ok ? await answer.clone().json() : undefined;
      } catch {
        return undefined; // The program asks again, and tells.
      }
    };
    window.parleyFirstReads =
      screen === '/auth'
        ? { me: copy('/api/user') }
        : {
            me: copy('/api/user'),
            conversations: copy('/api/conversations?limit=50'),
            views: copy('/api/views'),
            settings: copy('/api/settings'),
          };
    const script = Object.assign(document.createElement('script'), { type: 'module', src: firstPaint });
    // Whether it came or not.
    script.addEventListener('load', fetchScreen);
    script.addEventListener('error', fetchScreen);
    document.head.append(script);
  } else fetchScreen();
})();
