import { emptyConversation } from '@parley/client/conversation';
import type { Activity } from '@parley/contracts/conversations/activities';
import type { Message } from '@parley/contracts/entities';
import { expect, it } from 'vitest';
import { activityWords } from '../src/live/activity-words.ts';
import { messageRows, rowsDrawn, unstoredRows } from '../src/features/thread/rows.ts';
import { typingWords } from '../src/features/thread/typing-words.ts';

const message = (seq: number, at: string, senderType: Message['senderType'] = 'customer'): Message => ({
  id: String(seq),
  conversationId: 'c',
  seq,
  content: 'words',
  senderType,
  senderId: senderType === 'representative' ? 'ada' : null,
  senderName: null,
  messageType: 'text',
  createdAt: at,
  clientMessageId: null,
});
const { cursors } = emptyConversation;

it('separates days', () => {
  const rows = messageRows([message(1, '2026-03-01T12:00:00Z'), message(2, '2026-03-03T12:00:00Z')], cursors);
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'day', 'message']);
});

it('groups what one sender wrote within five minutes', () => {
  const rows = messageRows(
    [
      message(1, '2026-03-01T12:00:00Z'),
      message(2, '2026-03-01T12:04:00Z'),
      message(3, '2026-03-01T12:20:00Z'),
      message(4, '2026-03-01T12:20:30Z', 'ai'),
    ],
    cursors,
  );
  expect(rows.flatMap((row) => (row.kind === 'message' ? [row.opensGroup] : []))).toEqual([true, false, true, true]);
});

it('leaves the oldest loaded message as it is when the page before it comes', () => {
  const older = message(6, '2026-03-01T12:00:00Z');
  const oldest = message(7, '2026-03-01T12:01:00Z');
  const [before] = messageRows([oldest], cursors);
  const after = messageRows([older, oldest], cursors);
  expect(before).toMatchObject({ kind: 'message', key: 'm7', opensGroup: false });
  expect(after.at(-1)).toBe(before);
});

it('says of our own messages how far they came, of the customer’s nothing', () => {
  const rows = messageRows(
    [
      message(1, '2026-03-01T12:00:00Z'),
      message(2, '2026-03-01T12:01:00Z', 'representative'),
      message(3, '2026-03-01T12:02:00Z', 'ai'),
      message(4, '2026-03-01T12:03:00Z', 'representative'),
    ],
    { ...cursors, customerReadSeq: 2, customerDeliveredSeq: 3 },
  );
  const deliveries = rows.flatMap((row) => (row.kind === 'message' ? [row.delivery] : []));
  expect(deliveries).toEqual([null, 'read', 'delivered', 'sent']);
});

it('continues the group with what is on its way', () => {
  const stored = message(1, '2026-03-01T12:00:00Z', 'representative');
  const pending = { clientMessageId: 'x', conversationId: 'c', content: 'w', createdAt: 1, state: 'sending' } as const;
  const rows = unstoredRows([pending, { ...pending, clientMessageId: 'y' }], stored, 'ada', null);
  expect(rows.map((row) => row.kind === 'pending' && row.opensGroup)).toEqual([false, false]);
});

it('names who of the other side is typing', () => {
  const customer = { senderType: 'customer', senderId: null, senderName: null } as const;
  const assistant = { senderType: 'ai', senderId: null, senderName: null } as const;
  const ben = { senderType: 'representative', senderId: 'ben', senderName: 'Ben' } as const;
  expect(typingWords([])).toBe('');
  expect(typingWords([customer])).toBe('Customer is typing…');
  expect(typingWords([customer, assistant])).toBe('Customer and AI Assistant are typing…');
  // Colleagues are named with the viewers.
  expect(typingWords([ben])).toBe('');
});

it('tells what happened between the messages it happened between, and opens a group behind it', () => {
  const activity = (activityNo: number, afterSeq: number): Activity => ({
    conversationId: 'c',
    activityNo,
    afterSeq,
    kind: 'closed',
    cause: { by: 'rule', rule: 'idle' },
    actorName: null,
    before: { status: 'active' },
    after: { status: 'closed' },
    body: null,
    note: null,
    batchId: null,
    undoOf: null,
    createdAt: '2026-03-01T12:01:00Z',
  });
  const messages = [message(1, '2026-03-01T12:00:00Z'), message(2, '2026-03-01T12:02:00Z')];
  const activities = [activity(1, 0), activity(2, 1), activity(3, 1), activity(4, 2)];
  const rows = messageRows(messages, cursors, activities);
  expect(rows.map(({ key }) => key.replace(/^day.*/, 'day'))).toEqual(['a1', 'day', 'm1', 'a2', 'a3', 'm2', 'a4']);
  expect(rows.find(({ key }) => key === 'm2')).toMatchObject({ opensGroup: true });
  // Activities before the oldest loaded message come with the page before it.
  const later = messageRows(messages.slice(1), cursors, activities);
  expect(later.map(({ key }) => key)).toEqual(['m2', 'a4']);
});

it('shows who did what, and why', () => {
  const base = {
    conversationId: 'c',
    activityNo: 1,
    afterSeq: 1,
    cause: { by: 'representative', userId: 'ada' },
    actorName: 'Ada',
    before: {},
    body: null,
    note: null,
    batchId: null,
    undoOf: null,
    createdAt: '2026-03-01T12:01:00Z',
  } as const;
  const assignedTo = (assignedRepresentativeId: string, representative: string) =>
    activityWords({ ...base, kind: 'assigned', after: { assignedRepresentativeId, representative } });
  expect(assignedTo('ben', 'Ben')).toBe('Ada assigned it to Ben');
  expect(assignedTo('ada', 'Ada')).toBe('Ada assigned it to themselves');
  expect(activityWords({ ...base, kind: 'closed', after: { status: 'closed', representative: 'Ben' } })).toBe(
    'Ada closed the conversation and assigned it to Ben',
  );
  expect(activityWords({ ...base, kind: 'handed_off', cause: { by: 'customer' }, after: {} })).toBe(
    'The customer asked for a person',
  );
});

it('shows a note once, where it was written', () => {
  const activity = (activityNo: number, kind: Activity['kind'], afterSeq: number): Activity => ({
    conversationId: 'c',
    activityNo,
    afterSeq,
    kind,
    cause: { by: 'representative', userId: 'ada' },
    actorName: 'Ada',
    before: {},
    after: {},
    body: 'As it is now',
    note: { activityNo: 1, editedAt: null, mentions: [] },
    batchId: null,
    undoOf: null,
    createdAt: '2026-03-01T12:01:00Z',
  });
  const messages = [message(1, '2026-03-01T12:00:00Z'), message(2, '2026-03-01T12:02:00Z')];
  const rows = messageRows(messages, cursors, [activity(1, 'noted', 1), activity(2, 'note_edited', 2)]);
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'note', 'message']);
});

it('draws what is in view, of which rows leave at the top by eights', () => {
  const drawn = (startIndex: number) => rowsDrawn({ startIndex, endIndex: startIndex + 20, overscan: 8, count: 100 });
  const first = Array.from({ length: 16 }, (_, index) => drawn(32 + index)[0]);
  expect(first).toEqual(Array.from({ length: 16 }, (_, index) => (index < 8 ? 24 : 32)));
  expect(drawn(37)).toEqual(expect.arrayContaining(Array.from({ length: 21 }, (_, index) => 37 + index)));
});

const change = (
  activityNo: number,
  before: Activity['before'],
  after: Activity['after'],
  more: Partial<Activity> = {},
): Activity => ({
  conversationId: 'c',
  activityNo,
  afterSeq: 1,
  kind: 'tagged',
  cause: { by: 'representative', userId: 'ada' },
  actorName: 'Ada',
  before,
  after,
  body: null,
  note: null,
  batchId: null,
  undoOf: null,
  createdAt: '2026-03-01T12:01:00Z',
  ...more,
});
const shownOf = (activities: Activity[]) =>
  messageRows([message(1, '2026-03-01T12:00:00Z')], cursors, activities).flatMap((row) =>
    row.kind === 'activity' ? [row.activity.activityNo] : [],
  );

it('folds changes that one user made and took back before the next message', () => {
  const close = change(1, { status: 'active' }, { status: 'closed' }, { kind: 'closed' });
  const raise = change(2, { priority: 'normal' }, { priority: 'high' }, { kind: 'prioritised' });
  const lower = change(3, { priority: 'high' }, { priority: 'normal' }, { kind: 'prioritised' });
  const reopen = change(4, { status: 'closed' }, { status: 'active' }, { kind: 'reopened' });
  expect(shownOf([close, raise, lower, reopen])).toEqual([]);
  expect(shownOf([close, raise, lower])).toEqual([1]);
  const bens = { ...reopen, cause: { by: 'representative', userId: 'ben' } } as const;
  expect(shownOf([close, bens])).toEqual([1, 4]);
  expect(shownOf([close, { ...reopen, afterSeq: 2 }])).toEqual([1, 4]);
  expect(shownOf([close, { ...reopen, createdAt: '2026-03-01T13:00:00Z' }])).toEqual([1, 4]);
});
