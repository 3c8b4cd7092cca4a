/**
 * Facts about a visit. A website that remembers visits has it in the visitor's browser; otherwise nothing is stored
 * before the visitor acts, and a visit is told by its first page: the one that wasn't reached from the website itself.
 */
import { manners } from '@parley/contracts/proactive/limits';
import type { ProactiveOrigin } from '@parley/contracts/proactive/proactive';
import { memoryKey, withStorage } from '../talk/memory.ts';

export interface Visit {
  /** How many visits there were, this one included. */
  visits: number;
  /** Epoch milliseconds of the last page. */
  seenAt: number;
  /** Website that the visitor came from, and the parameters of the first page. */
  referrer: string;
  query: string;
  /** Random number from 0 to 100, which says whether the visitor is held out. */
  group: number;
  /** Something was shown, or would have been. */
  isOver: boolean;
  origin?: ProactiveOrigin | undefined;
  /** Epoch milliseconds. */
  dismissedAt?: number | undefined;
}

const dayMs = 86_400_000;

export interface Visits {
  readonly visit: Visit;
  /** False where this page can't be told from a later one of a visit. */
  readonly isKnown: boolean;
  change(changed: Partial<Visit>): void;
  dismiss(): void;
  mayShow(now: number): boolean;
}

const isSameSite = (address: string): boolean => URL.parse(address)?.host === location.host;

/** Whether the page was reached by a link or by typing, not by going back or loading again. */
function isNewPage(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return !entry || !('type' in entry) || entry.type === 'navigate';
}

/** Begins or continues a visit. */
export function openVisits(host: string, remembers: boolean, now: number): Visits {
  const key = `${memoryKey(host)}visits`;
  const read = (): Partial<Visit> => {
    const stored = withStorage((storage): unknown => JSON.parse(storage.getItem(key) ?? '{}'));
    return typeof stored === 'object' && stored ? stored : {};
  };
  const write = (entry: object): void => void withStorage((storage) => storage.setItem(key, JSON.stringify(entry)));
  const first = { referrer: document.referrer, query: location.search, isOver: false, origin: undefined };
  const known = read();
  const isGoingOn = remembers && now - (known.seenAt ?? 0) < manners.visitMinutes * 60_000;
  let visit: Visit = {
    visits: 0,
    group: Math.random() * 100,
    ...first,
    ...known,
    ...(!isGoingOn && { ...first, visits: (known.visits ?? 0) + 1 }),
    seenAt: now,
  };
  if (remembers) write(visit);
  return {
    get visit() {
      // Another tab may have shown something since.
      if (remembers) visit = { ...visit, ...read() };
      return visit;
    },
    isKnown: remembers || (isNewPage() && !isSameSite(document.referrer)),
    change(changed) {
      visit = { ...this.visit, ...changed };
      if (remembers) write(visit);
    },
    dismiss() {
      const dismissedAt = Date.now();
      this.change({ dismissedAt });
      // The visitor has acted: so much is kept of it everywhere.
      if (!remembers) write({ dismissedAt });
    },
    mayShow(at) {
      const { isOver, dismissedAt = 0 } = this.visit;
      return !isOver && at - dismissedAt > manners.dismissedDays * dayMs;
    },
  };
}
