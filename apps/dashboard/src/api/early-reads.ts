/** Reads that boot.js began before the program was here. */

declare global {
  interface Window {
    parleyEarlyReads?: Record<string, Promise<Response>>;
  }
}

/** Returns the answer that is already on its way to an address; once, since the next read needs a newer one. */
export function takeEarlyRead(address: string): Promise<Response> | undefined {
  const taken = window.parleyEarlyReads?.[address];
  delete window.parleyEarlyReads?.[address];
  return taken;
}
