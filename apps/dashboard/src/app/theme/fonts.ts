import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

/** boot.js preloads what this names: the file that is in the browser's cache. */
const keptKey = 'parley.font';

/** Fetches the font for the next page, unless it is there: nobody waits for it. */
export async function fetchFontForNextTime(): Promise<void> {
  if (localStorage.getItem(keptKey) === inter) return;
  const answer = await fetch(inter, { priority: 'low' });
  if (!answer.ok) return;
  await answer.arrayBuffer();
  localStorage.setItem(keptKey, inter);
}
