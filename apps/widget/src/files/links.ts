/** Addresses of files that are ready: they end after five minutes. */
import { fileLinksPerCallMax } from '@parley/contracts/messages/limits';
import type { FileLinks } from '@parley/contracts/routes/uploads';
import { fileLinksPath } from '../contract.static.ts';
import { make } from '../dom.ts';
import type { Talk } from '../talk/talk.ts';

export interface Links {
  /** Returns the stored links, old or not; requests them if there are none. */
  of(id: string): FileLinks | undefined;
  /** New ones. */
  fresh(id: string): Promise<FileLinks | undefined>;
  save(id: string): Promise<void>;
}

/** @param draw called when links have arrived */
export function createLinks(host: string, talk: Talk, draw: () => void): Links {
  const known = new Map<string, FileLinks>();
  const wanted = new Set<string>();
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    // All that one drawing shows are asked for together.
    await Promise.resolve();
    const ids = [...wanted].slice(0, fileLinksPerCallMax);
    const answered = await talk.visitor?.call<FileLinks[]>('POST', fileLinksPath, { ids }).catch(() => undefined);
    for (const { id, original, small, large } of answered ?? [])
      known.set(id, { id, original: host + original, small: host + small, large: host + large });
    for (const id of ids) wanted.delete(id);
    asking = undefined;
    // Those that could not be had are asked for at the next drawing.
    if (answered) draw();
  }
  const want = (id: string): Promise<void> => {
    wanted.add(id);
    return (asking ??= ask());
  };
  async function fresh(id: string): Promise<FileLinks | undefined> {
    await want(id);
    return known.get(id);
  }
  return {
    of(id) {
      if (!known.has(id)) void want(id);
      return known.get(id);
    },
    fresh,
    async save(id) {
      const href = (await fresh(id))?.original;
      // A failed download must not replace the page.
      if (href) make('a', { href, target: '_blank', rel: 'noopener' }).click();
    },
  };
}
