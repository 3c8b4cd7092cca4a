import type { Conversation } from '@parley/contracts/entities';
import { describe, expect, it } from 'vitest';
import { listFilterOf } from '../src/features/inbox/filters.ts';
import {
  belongs,
  caughtUp,
  type LoadedList,
  placed,
  withChange,
  withNextPage,
  without,
} from '../src/live/conversation-lists.ts';
import { conversation } from './conversation.ts';

/** Its last activity was at that minute, with the message of the same number. */
const activeAt = (id: string, minute: number, more: Partial<Conversation> = {}): Conversation =>
  conversation(id, { updatedAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`, lastSeq: minute, ...more });
const list = (ids: [string, number][], next: string | null = 'cursor'): LoadedList => ({
  items: ids.map(([id, minute]) => activeAt(id, minute)),
  next,
});
const ids = (loaded: LoadedList) => loaded.items.map(({ id }) => id).join('');

describe('a conversation in a list', () => {
  it('moves to where its last activity belongs', () => {
    expect(
      ids(
        placed(
          list([
            ['a', 9],
            ['b', 5],
            ['c', 3],
          ]),
          activeAt('c', 7),
        ),
      ),
    ).toBe('acb');
  });

  it('moves to where its wait puts it, and to where its priority does, in lists of that order', () => {
    const since = (minute: number) => ({ waitingSince: `2026-01-01T00:0${minute}:00.000Z` });
    const waiting = [activeAt('a', 1, since(1)), activeAt('b', 9, since(6)), activeAt('c', 5)];
    expect(ids(placed({ items: waiting, next: null }, activeAt('c', 10, since(4)), 'waiting'))).toBe('acb');
    const urgent = [activeAt('a', 1, { priority: 'urgent' }), activeAt('b', 9), activeAt('c', 5)];
    expect(ids(placed({ items: urgent, next: null }, activeAt('c', 6, { priority: 'high' }), 'priority'))).toBe('acb');
  });

  it('stays in its place when only what it says changed', () => {
    const changed = placed(
      list([
        ['a', 9],
        ['b', 5],
      ]),
      activeAt('b', 5, { unreadCount: 4 }),
    );
    expect(ids(changed)).toBe('ab');
    expect(changed.items[1]?.unreadCount).toBe(4);
  });

  it('is not undone by older knowledge', () => {
    const before = list([['a', 9]]);
    expect(placed(before, activeAt('a', 4))).toBe(before);
  });

  it('leaves the list the same when it is told again, as with every receipt', () => {
    const before = list([['a', 9]]);
    expect(placed(before, activeAt('a', 9))).toBe(before);
  });

  it('waits to be scrolled to when it belongs after what is loaded', () => {
    expect(ids(placed(list([['a', 9]]), activeAt('z', 1)))).toBe('a');
    expect(ids(placed(list([['a', 9]], null), activeAt('z', 1)))).toBe('az');
  });

  it('leaves a list with a filter that it no longer meets, and enters one that it meets', () => {
    const closed = activeAt('a', 9, { status: 'closed' });
    expect(
      ids(
        withChange(
          list([
            ['a', 8],
            ['b', 5],
          ]),
          closed,
          { status: 'waiting' },
          'me',
        ),
      ),
    ).toBe('b');
    expect(ids(withChange(list([['b', 5]]), closed, { status: 'closed' }, 'me'))).toBe('ab');
  });

  it('counts as arrived when it is new, and not when it moves or is fetched', () => {
    const read = list([['b', 5]]);
    const joined = placed(placed(read, activeAt('a', 6)), activeAt('b', 7));
    expect(joined.arrived).toBe(1);
    expect(withNextPage(joined, list([['c', 3]])).arrived).toBe(1);
    expect(placed(read, activeAt('z', 1)).arrived).toBeUndefined();
  });

  it('enters no search result by itself', () => {
    expect(ids(withChange(list([['b', 5]]), activeAt('a', 9), { q: 'words' }, 'me'))).toBe('b');
    expect(belongs(activeAt('a', 9), { q: 'words' }, 'me')).toBe('unknown');
  });

  it('goes when it is deleted', () => {
    expect(
      ids(
        without(
          list([
            ['a', 9],
            ['b', 5],
          ]),
          'a',
        ),
      ),
    ).toBe('b');
  });
});

describe('a list', () => {
  it('takes in a page without doubling rows that moved up in between', () => {
    const grown = withNextPage(
      list([
        ['d', 10],
        ['a', 9],
      ]),
      list(
        [
          ['b', 5],
          ['d', 3],
        ],
        null,
      ),
    );
    expect(ids(grown)).toBe('dab');
    expect(grown.next).toBeNull();
  });

  it('catches up after an interruption: what is new comes, what is gone goes, what lies deeper stays', () => {
    const before = list([
      ['a', 9],
      ['x', 8],
      ['b', 5],
      ['c', 1],
    ]);
    expect(
      ids(
        caughtUp(
          before,
          list([
            ['n', 12],
            ['b', 11],
            ['a', 9],
            ['m', 4],
          ]),
        ),
      ),
    ).toBe('nbamc');
  });

  it('a list of ten thousand takes a change in a few milliseconds', () => {
    const many: LoadedList = {
      items: Array.from({ length: 10_000 }, (_, index) =>
        activeAt(String(index), 0, { updatedAt: new Date(2e12 - index * 1000).toISOString() }),
      ),
      next: null,
    };
    const changed = activeAt('9999', 0, { updatedAt: new Date(3e12).toISOString() });
    // The best of some tries: a busy machine is no slow list.
    const took = Array.from({ length: 5 }, () => {
      const from = performance.now();
      expect(withChange(many, changed, {}, 'me').items[0]?.id).toBe('9999');
      return performance.now() - from;
    });
    expect(Math.min(...took)).toBeLessThan(20);
  });
});

describe('Mine', () => {
  const own = (more: Partial<Conversation>) => activeAt('a', 1, { assignedRepresentativeId: 'me', ...more });

  it('shows what is open and awake, and a search in it the rest of one’s own too', () => {
    const inMine = (more: Partial<Conversation>, search = '') =>
      belongs(own(more), { ...listFilterOf('mine', search), ...(search && { q: search }) }, 'me');
    expect(inMine({})).toBe(true);
    expect(inMine({ status: 'waiting' })).toBe(true);
    expect(inMine({ status: 'closed' })).toBe(false);
    expect(inMine({ snoozedUntil: '2026-02-01T00:00:00.000Z' })).toBe(false);
    expect(inMine({ assignedRepresentativeId: 'another' })).toBe(false);
    expect(inMine({ status: 'closed' }, 'refund')).toBe('unknown');
    expect(inMine({ assignedRepresentativeId: 'another' }, 'refund')).toBe(false);
  });
});

describe('Following', () => {
  const following = listFilterOf('following', '');

  it('shows what the person follows, closed or not', () => {
    const shown = (id: string) =>
      belongs(activeAt(id, 1, { status: 'closed' }), following, 'me', (each) => each === 'a');
    expect(shown('a')).toBe(true);
    expect(shown('b')).toBe(false);
    const searched = { ...listFilterOf('following', 'refund'), q: 'refund' };
    expect(belongs(activeAt('b', 1), searched, 'me', () => false)).toBe(false);
  });

  it('keeps what it lists, and takes in nothing, while it is not known what they follow', () => {
    const before = list([['a', 5]], null);
    expect(ids(withChange(before, activeAt('a', 7), following, 'me', () => undefined))).toBe('a');
    expect(ids(withChange(before, activeAt('b', 7), following, 'me', () => undefined))).toBe('a');
    expect(ids(withChange(before, activeAt('b', 7), following, 'me', () => true))).toBe('ba');
  });
});
