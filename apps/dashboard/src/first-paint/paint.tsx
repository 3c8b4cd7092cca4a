/**
 * Paints the conversations, or the sign-in page, while the program is still loading: with the same components, by a
 * library of a few kilobytes (vite/first-paint.ts). The page loads it, boot.js runs it where it is needed, and has
 * requested its data.
 */
import { render } from 'preact';
import { showLanguage } from '../i18n/language.ts';
import type { FirstReads } from './first-reads.ts';
import { FirstScreen, type Known } from './screen.tsx';
import { FirstSignIn } from './sign-in.tsx';

const reads: FirstReads = window.parleyFirstReads ?? {};

let known: Known | undefined;
let isSignedOut = false;

/** Returns the root element; null once the program has rendered. */
function place(root = document.getElementById('root')): HTMLElement | null {
  return root && !document.documentElement.hasAttribute('data-drawn') ? root : null;
}

function paint(): void {
  const root = place();
  if (!root) return;
  const selected = new URLSearchParams(location.search).get('selected');
  if (isSignedOut) render(<FirstSignIn />, root);
  else if (reads.conversations) render(<FirstScreen known={known} selectedId={selected} />, root);
}

/** Returns the id of the row under a click: the painted page handles no clicks itself. */
function idAt({ clientX, clientY }: MouseEvent): string | undefined {
  const rows = [...(place()?.querySelectorAll<HTMLElement>('li') ?? [])];
  const row = rows.find((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  });
  return row?.querySelector<HTMLElement>('[data-conversation]')?.dataset['conversation'];
}

/** Opens the conversation in the address, where the program will find it. */
function open(event: MouseEvent): void {
  const id = idAt(event);
  if (!id) return;
  history.pushState(null, '', `/conversations?selected=${encodeURIComponent(id)}`);
  paint();
}

async function paintWhatIsRead(): Promise<void> {
  const me = await reads.me;
  isSignedOut = me === null;
  const [items, views, settings] = await Promise.all([reads.conversations, reads.views, reads.settings]);
  if (me && items) known = { me, items, views: views ?? [], assistantIsOn: settings?.aiConfig.enabled === true };
  paint();
}

/** Over when the page has been read: from a cache this script is there before it. */
const parsed = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
    else resolve(undefined);
  });

/** Resolves when the next frame is out; a hidden page has none. */
const frame = () =>
  new Promise<unknown>((resolve) => {
    if (document.hidden) resolve(undefined);
    else requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

// Uses English if the language's texts cannot be loaded, as the program does.
await Promise.all([parsed(), showLanguage().catch(() => undefined)]);
paint();
document.getElementById('root')?.addEventListener('click', (event) => void (place() && open(event)));
/**
 * Resolves when the data that was read is painted, whatever the result of the reads. The program runs then (boot.js).
 */
export const painted = paintWhatIsRead().then(frame);
