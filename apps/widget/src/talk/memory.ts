/** Storage in the visitor's browser, used only once they have written: their token and unsent messages. */

/**
 * Prefix of one installation's entries: the token under exactly this name, unsent messages under longer ones. The slash
 * at its end separates hosts that begin alike: `https://chat.example.com` and `https://chat.example.com:8443`.
 */
export const memoryKey = (host: string): string => `parley:${host}/`;

/**
 * Runs `step` with the page's storage. It may be forbidden, as in sandboxed frames, or full: then the answer is null and
 * the talk lives as long as the page.
 */
export function withStorage<T>(step: (storage: Storage) => T): T | null {
  try {
    return step(localStorage);
  } catch {
    return null;
  }
}

/** The visitor's token, empty while a first message waits for one; null before that. */
export const rememberedToken = (host: string): string | null =>
  withStorage((storage) => storage.getItem(memoryKey(host)));

/** Prepares the browser for another visitor. Returns the token of the one before. */
export const forgetVisitor = (host: string): string | null =>
  withStorage((storage) => {
    const token = rememberedToken(host);
    for (const key in storage) if (key.startsWith(memoryKey(host))) storage.removeItem(key);
    return token;
  });

/** Returns whether the visitor wants no sounds, on this website. */
export const isMuted = (host: string): boolean =>
  !!withStorage((storage) => storage.getItem(`${memoryKey(host)}muted`));

export function mute(host: string, isWanted: boolean): void {
  withStorage((storage) => storage.setItem(`${memoryKey(host)}muted`, isWanted ? '1' : ''));
}
