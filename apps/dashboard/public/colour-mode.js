// Before the first paint, so that a dark screen never flashes white. The choice is kept by src/app/colour-mode.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('parley.colour-mode');
  } catch {
    // Storage may be refused; then the system decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();
