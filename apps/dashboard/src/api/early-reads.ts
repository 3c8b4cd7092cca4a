/** Reads that boot.js began before the program was here. */

declare global {
  interface Window {
    parleyEarlyReads?: Record<string, Promise<Response>>;
  }
}

/**
 * Returns the answer that is already on its way to an address; once, since the next read needs a newer one. A read without
 * an answer in 10 seconds is asked again by `ask`: the screen would stay empty for as long as a lost request takes.
 */
export function takeEarlyRead(address: string, ask: () => Promise<Response>): Promise<Response> | undefined {
  const taken = window.parleyEarlyReads?.[address];
  delete window.parleyEarlyReads?.[address];
  return taken?.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'TimeoutError') return ask();
    throw error;
  });
}
