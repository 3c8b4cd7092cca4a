/**
 * Paints the conversations, or the sign-in page, while the program is still on its way: of the same components, by a library of a few kilobytes
 * (vite/first-paint.ts). The page asks for it, boot.js runs it where it is wanted, and has asked for what it shows.
 */
import { render } from 'preact';
import { showLanguage } from '../i18n/language.ts';
import type { FirstReads } from './first-reads.ts';
import { FirstScreen, type Known } from './screen.tsx';
import { FirstSignIn } from './sign-in.tsx';

const reads: FirstReads = window.parleyFirstReads ?? {};

let known: Known | undefined;
let isSignedOut = false;

/** Where the program draws; null once it has. */
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

/** The row under a click: what is painted takes none itself. */
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

/** Over when the next frame is out; a page that nobody sees has none. */
const frame = () =>
  new Promise<unknown>((resolve) => {
    if (document.hidden) resolve(undefined);
    else requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

// In English where the language's texts cannot be had, as the program does.
await Promise.all([parsed(), showLanguage().catch(() => undefined)]);
paint();
document.getElementById('root')?.addEventListener('click', (event) => void (place() && open(event)));
/** Over when what was read is seen, whatever became of the reads. The program runs then (boot.js). */
export const painted = paintWhatIsRead().then(frame);
