import type { Draft } from '@parley/contracts/conversations/drafts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDrafts, type Drafts, mergedText } from '../src/live/drafts.ts';

const id = '0199a000-0000-7000-8000-00000000000a';

/** A server that keeps drafts as ours does, and two browsers of one person. */
function server() {
  const kept = new Map<string, Draft>();
  let isAway = false;
  let losesAnswers = false;
  const browsers: Drafts[] = [];
  const publish = (kind: 'reply' | 'note', draft: Draft | null) => {
    for (const each of browsers) each.apply({ type: 'draft', conversationId: id, kind, draft });
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    if (isAway) throw new TypeError('no network');
    const url = new URL(address, 'http://localhost');
    if (method === 'GET') return Response.json([...kept.values()]);
    const kind = url.pathname.endsWith('note') ? 'note' : 'reply';
    const known = kept.get(kind);
    const conflict = Response.json({ code: 'conflict', detail: 'Changed elsewhere.' }, { status: 409 });
    if (method === 'DELETE') {
      if (known && known.revision !== Number(url.searchParams.get('revision'))) return conflict;
      kept.delete(kind);
      publish(kind, null);
      return new Response(null, { status: 204 });
    }
    const given = JSON.parse(typeof body === 'string' ? body : '{}') as Pick<
      Draft,
      'id' | 'content' | 'isMarkdown' | 'revision'
    >;
    if (known && known.revision !== given.revision) return conflict;
    const draft: Draft = {
      ...given,
      conversationId: id,
      kind,
      revision: (known?.revision ?? 0) + 1,
      updatedAt: new Date().toISOString(),
    };
    kept.set(kind, draft);
    publish(kind, draft);
    if (losesAnswers) throw new TypeError('the connection was cut');
    return Response.json(draft);
  });
  return {
    kept,
    publish,
    setAway: (away: boolean) => (isAway = away),
    loseAnswers: (loses: boolean) => (losesAnswers = loses),
    browser: (pendingIds: string[] = []) => {
      const values = new Map<string, string>();
      const storage = {
        getItem: (name: string) => values.get(name) ?? null,
        setItem: (name: string, value: string) => void values.set(name, value),
        removeItem: (name: string) => void values.delete(name),
        key: (index: number) => [...values.keys()][index] ?? null,
        clear: () => values.clear(),
        get length() {
          return values.size;
        },
      };
      const open = () => {
        const drafts = createDrafts({ userId: 'me', storage, pendingIds: () => pendingIds });
        browsers.push(drafts);
        return drafts;
      };
      return { open, values };
    },
  };
}

describe('a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('it is on the other device within two seconds of the last key, and gone there when it is thrown away', async () => {
    const { browser, kept } = server();
    const [desktop, phone] = [browser().open(), browser().open()];
    const shown: string[] = [];
    phone.subscribe((_, __, content) => shown.push(content));
    for (const text of ['D', 'De', 'Dear']) desktop.keep(id, 'reply', text);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(phone.contentOf(id, 'reply')).toBe('Dear');
    desktop.keep(id, 'reply', '');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(phone.contentOf(id, 'reply')).toBe('');
    expect(shown).toEqual(['Dear', '']);
    expect(kept.size).toBe(0);
  });

  test('written offline on one device and online on the other is both, on both', async () => {
    const { browser, setAway } = server();
    const [desktop, phone] = [browser().open(), browser().open()];
    desktop.keep(id, 'reply', 'From the desk');
    await vi.advanceTimersByTimeAsync(2_000);
    setAway(true);
    phone.keep(id, 'reply', 'From the train');
    await vi.advanceTimersByTimeAsync(2_000);
    setAway(false);
    desktop.keep(id, 'reply', 'From the desk, again');
    await vi.advanceTimersByTimeAsync(2_000);
    phone.catchUp();
    await vi.advanceTimersByTimeAsync(10_000);
    const both = 'From the desk, again\nFrom the train';
    expect([desktop.contentOf(id, 'reply'), phone.contentOf(id, 'reply')]).toEqual([both, both]);
  });

  test('a draft that was saved though the answer was lost has what was typed since, and nothing twice', async () => {
    const { browser, loseAnswers, kept } = server();
    const desk = browser();
    const before = desk.open();
    loseAnswers(true);
    before.keep(id, 'reply', 'Dear Jane, we are shut');
    await vi.advanceTimersByTimeAsync(2_000);
    before.keep(id, 'reply', 'Dear Jane, we are open');
    before.close();
    const after = desk.open();
    loseAnswers(false);
    after.catchUp();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(after.contentOf(id, 'reply')).toBe('Dear Jane, we are open');
    expect(kept.get('reply')?.content).toBe('Dear Jane, we are open');
  });

  test('it survives a reload without a network, and reaches the server with the next one', async () => {
    const { browser, setAway, kept } = server();
    const desk = browser();
    setAway(true);
    const before = desk.open();
    before.keep(id, 'note', 'Ask the warehouse');
    await vi.advanceTimersByTimeAsync(2_000);
    before.close();
    const after = desk.open();
    expect(after.contentOf(id, 'note')).toBe('Ask the warehouse');
    setAway(false);
    after.catchUp();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kept.get('note')?.content).toBe('Ask the warehouse');
  });

  test('it is sent under its own id, and is not shown again while its message is on its way', async () => {
    const pending: string[] = [];
    const { browser, kept } = server();
    const desk = browser(pending);
    const drafts = desk.open();
    drafts.keep(id, 'reply', 'Certainly');
    await vi.advanceTimersByTimeAsync(2_000);
    const taken = drafts.take(id, 'reply');
    expect(taken).toBe(kept.get('reply')?.id);
    pending.push(taken);
    expect(drafts.contentOf(id, 'reply')).toBe('');
    drafts.catchUp();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drafts.contentOf(id, 'reply')).toBe('');
    drafts.keep(id, 'reply', 'And another thing');
    expect(drafts.take(id, 'reply')).not.toBe(taken);
  });

  test('it does not come back to the field when the frame of its last save arrives after it was sent', () => {
    const { browser, publish } = server();
    const drafts = browser().open();
    const shown: string[] = [];
    drafts.subscribe((_conversation, _kind, text) => shown.push(text));
    drafts.keep(id, 'note', 'Ask the carrier');
    const sent = drafts.take(id, 'note');
    const late = {
      id: sent,
      conversationId: id,
      kind: 'note' as const,
      content: 'Ask the carrier',
      isMarkdown: false,
      revision: 1,
    };
    publish('note', { ...late, updatedAt: new Date().toISOString() });
    expect(drafts.contentOf(id, 'note')).toBe('');
    expect(shown).toEqual([]);
  });
});

test('no text is lost or doubled when two go on from the same one', () => {
  expect(mergedText('Dear', 'Dear Jane')).toBe('Dear Jane');
  expect(mergedText('Dear Jane', 'Dear')).toBe('Dear Jane');
  expect(mergedText('Dear Jane', 'Dear John')).toBe('Dear Jane\nDear John');
});
