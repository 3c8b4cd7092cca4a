/** Toasts: docs/product.md#toasts. One is visible at a time; a newer one takes its place. */
export interface Toast {
  id: number;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
  /** Action that also closes the toast. */
  action?: ToastAction;
}

export interface ToastAction {
  label: string;
  run: () => void;
  /** The key that does the same while the toast is there. */
  keys?: string;
}

/** Milliseconds that a toast stays; the pointer or the focus on it holds it. */
export const toastDurationMs = 5_000;
export const toastSwipeThresholdPixels = 50;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the present one. */
export function toast(given: Omit<Toast, 'id' | 'variant'> & { variant?: Toast['variant'] }): void {
  lastId += 1;
  change({ variant: 'default', ...given, id: lastId });
}

/** Runs the present toast's action for these keys, and returns whether there was one. */
export function runToastAction(keys: string): boolean {
  const offering = current?.action?.keys === keys ? current : null;
  if (!offering) return false;
  offering.action?.run();
  dismissToast(offering.id);
  return true;
}

/** Closes a toast; another one that came in the meantime stays. */
export function dismissToast(id: number): void {
  if (current?.id === id) change(null);
}

export const currentToast = (): Toast | null => current;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
