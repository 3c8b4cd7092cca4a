/**
 * Keys for rows that have buttons of their own. `J` and `K` move the focus from row to row of a screen; the key that a
 * row's control names in `aria-keyshortcuts` works it while the row, or anything in it, has the focus.
 */
import { useEffect } from 'react';
import { useCommands } from './commands.ts';
import { commands } from '../i18n/en/commands.ts';

/** Spread on the element of a row. */
export const rowProps = { 'data-row': '', tabIndex: -1 } as const;

const rowsShown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.getClientRects().length > 0);
/** The row an element is in, or is. */
const rowAround = (element: Element | null) => element?.closest<HTMLElement>('[data-row]') ?? null;

/** Moves the focus by one row; from outside the rows, to the first. */
function step(by: 1 | -1): void {
  const rows = rowsShown();
  const current = rowAround(document.activeElement);
  const wanted = current ? rows.indexOf(current) + by : 0;
  rows[Math.max(0, Math.min(wanted, rows.length - 1))]?.focus();
}

/** Works the control with this key in the row with the focus, or in the row around that one. */
function work(key: string): void {
  for (let row = rowAround(document.activeElement); row; row = rowAround(row.parentElement)) {
    const controls = [...row.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)];
    const control = controls.find((each) => rowAround(each) === row);
    if (!control) continue;
    control.focus();
    control.click();
    return;
  }
}

/** Offers `J` and `K` on a screen with rows, and keeps the focus in them when what had it is taken away. */
export function useRows(): void {
  useCommands([
    { id: 'row:next', label: commands('nextRow'), group: 'Row', keys: 'j', hidden: true, run: () => step(1) },
    { id: 'row:previous', label: commands('previousRow'), group: 'Row', keys: 'k', hidden: true, run: () => step(-1) },
  ]);
  useEffect(keepFocusInRows, []);
}

/**
 * Until the returned function is called, moves the focus of a removed control to its row, or to the row in its place.
 */
function keepFocusInRows(): () => void {
  let last: { control: Element; row: HTMLElement; at: number } | null = null;
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const row = rowAround(target);
    // A dialog about a row gives the focus back to it.
    if (row) last = { control: target, row, at: rowsShown().indexOf(row) };
    else if (!target.closest('[role=alertdialog]')) last = null;
  };
  const observer = new MutationObserver(() => {
    if (!last || last.control.isConnected || document.activeElement !== document.body) return;
    const { row, at } = last;
    last = null;
    const rows = rowsShown();
    (row.isConnected ? row : rows[Math.min(at, rows.length - 1)])?.focus();
  });
  document.addEventListener('focusin', onFocusIn);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocusIn);
    observer.disconnect();
  };
}

/** Names what the keys of a list's rows do, by key. */
export function useRowKeys(actions: Readonly<Record<string, string>>): void {
  useCommands(
    Object.entries(actions).map(([key, label]) => ({
      id: `row:${label}`,
      label,
      group: 'Row',
      keys: key,
      hidden: true,
      run: () => work(key),
    })),
  );
}
