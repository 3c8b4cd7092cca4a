/** The browser's offer to install the app, kept until the user presses a button. */

/** Chromium's event; other browsers offer it in their menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function change(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Listens from the start: the browser offers it once. */
export function listenToInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // A browser that fires this event has the method.
    change(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => change(null));
}

export const installPrompt = (): InstallPrompt | null => offered;

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's dialog, which an offer can do once. */
export function install(): void {
  void offered?.prompt();
  change(null);
}

/** Whether the page is an installed app's window. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;
