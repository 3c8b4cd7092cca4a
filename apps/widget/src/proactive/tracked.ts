/**
 * Events that the page has tracked and the server doesn't have yet. They wait in the page until the visitor has written;
 * a website that remembers visits has those of earlier pages in the visitor's browser.
 */
import { isPassing } from '@parley/client/back-off';
import { newId } from '@parley/client/identifier';
import { isRefusal } from '@parley/client/refusal';
import type { TrackedEventInput } from '@parley/contracts/visitors/tracked-events';
import { eventsPath, trackedEventLimits as limits } from '../contract.static.ts';
import type { Shell } from '../loader/shell.ts';
import { memoryKey, withStorage } from '../talk/memory.ts';
import type { Visitor } from '../talk/visitor.ts';

/** An event with its time in epoch milliseconds. */
type Waiting = Omit<TrackedEventInput, 'secondsAgo'> & { at: number };

/** Returns a text without half characters and controls, which the server refuses, cut to a length. */
const plain = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\p{Cs}\p{Cc}]/gu, ' ')
    .trim();

/** Returns an event as the server takes it: longer texts are cut, other values than texts, numbers and yes or no left out. */
function waitingEvent(event: unknown, properties?: object): Waiting | undefined {
  const name = plain(String(event), limits.nameLength);
  if (!name) return undefined;
  const taken = Object.entries(properties ?? {}).flatMap(([given, value]: [string, unknown]): Waiting['properties'] => {
    const key = plain(given, limits.keyLength);
    if (key && typeof value === 'string') return [{ key, value: plain(value, limits.valueLength) }];
    return key && (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
      ? [{ key, value }]
      : [];
  });
  return { id: newId(), name, properties: taken.slice(0, limits.properties), at: Date.now() };
}

export interface Tracked {
  add(event: unknown, properties?: object): void;
  /** Sends what waits, as this visitor, who has written. */
  report(visitor: Visitor): Promise<void>;
}

export function openTracked(shell: Shell): Tracked {
  const key = `${memoryKey(shell.host)}events`;
  let waiting: Waiting[] = [];

  /** Stores what waits where the website remembers visits. */
  function keep(): void {
    if (!shell.setup?.proactive?.remembers) return;
    withStorage((storage) =>
      waiting.length > 0 ? storage.setItem(key, JSON.stringify(waiting)) : storage.removeItem(key),
    );
  }

  /** Takes in what other pages have stored. */
  function recall(): void {
    const stored: unknown = withStorage((storage) => JSON.parse(storage.getItem(key) ?? '[]'));
    const known = new Set(waiting.map(({ id }) => id));
    const earlier = Array.isArray(stored) ? (stored as Waiting[]).filter(({ id }) => !known.has(id)) : [];
    waiting = [...earlier, ...waiting].slice(-limits.perCall);
  }

  if (!shell.setup) shell.on('ready', keep);
  return {
    add(event, properties) {
      const added = waitingEvent(event, properties);
      if (!added) return;
      waiting.push(added);
      recall();
      keep();
    },
    async report(visitor) {
      recall();
      const sent = waiting;
      if (sent.length === 0) return;
      waiting = [];
      keep();
      const events = sent.map(({ at, ...event }) => ({
        ...event,
        secondsAgo: Math.min(Math.max(0, Math.round((Date.now() - at) / 1000)), limits.days * 86_400),
      }));
      try {
        await visitor.call('POST', eventsPath, { events });
      } catch (error) {
        // Unreachable is not refused: they are sent again after a reconnect or with the next message.
        if (isRefusal(error) && !isPassing(error.code)) return console.warn(`Parley: ${error.message}`);
        waiting = [...sent, ...waiting].slice(-limits.perCall);
        keep();
      }
    },
  };
}
