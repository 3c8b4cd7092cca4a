/** Reads that boot.js began before the program was here. */

declare global {
  interface Window {
    parleyEarlyReads?: Record<string, Promise<Response>>;
  }
}

/** The answer that is already on its way to an address; given once, since the next read wants a newer one. */
export function takeEarlyRead(address: string): Promise<Response> | undefined {
  const taken = window.parleyEarlyReads?.[address];
  delete window.parleyEarlyReads?.[address];
  return taken;
}
