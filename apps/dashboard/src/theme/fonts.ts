import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

/** boot.js preloads what this names: the file that is in the browser's cache. */
const keptKey = 'parley.font';
let isFetched = false;

/** Loads the font for the next page, unless it is stored: no page waits for it. */
async function fetchFontForNextTime(): Promise<void> {
  if (localStorage.getItem(keptKey) === inter) return;
  const answer = await fetch(inter, { priority: 'low' });
  if (!answer.ok) return;
  await answer.arrayBuffer();
  localStorage.setItem(keptKey, inter);
  await document.fonts.load('14px "Inter Variable"');
  isFetched = true;
}

/** Does so once the page has been there for a moment; the answered function calls it off. */
export function fetchFontWhenIdle(): () => void {
  // The next page tries again.
  const timer = setTimeout(() => void fetchFontForNextTime().catch(() => undefined), 1_000);
  return () => clearTimeout(timer);
}

/** Switches to the font if it has loaded by now: called when the whole screen changes, so that nothing jumps. */
export function drawInFont(): void {
  if (isFetched) document.documentElement.dataset['inter'] = '';
}
