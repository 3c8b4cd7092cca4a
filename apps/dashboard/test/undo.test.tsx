/** Activities are undone from their line in the thread, from a toast and by `z`; else it is said what is in the way. */
import { emptyConversation } from '@parley/client/conversation';
import type { Activity } from '@parley/contracts/conversations/activities';
import type { Message, User } from '@parley/contracts/entities';
import { conversation, takenOver } from '@parley/contracts/examples';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageRows, type Row } from '../src/features/thread/rows.ts';
import { ThreadRow } from '../src/features/thread/message-row.tsx';
import { lastDone, noteBatch, noteDone } from '../src/live/done.ts';
import { useUndoKeys } from '../src/live/undo-keys.ts';
import { toast } from '../src/ui/toast/toasts.ts';
import { ada, type Call, leave, refusal, show, SilentLive, whoMay } from './screen.tsx';
import { noTools } from './thread.tsx';

const { cursors } = emptyConversation;
const { id } = conversation;
const ben = '0199a000-0000-7000-8000-00000000000b';
/** Changes conversations, and assigns none. */
const clerk = whoMay(['conversations.read', 'conversations.update']);

const activity = (activityNo: number, more: Partial<Activity> = {}): Activity => ({
  ...takenOver,
  activityNo,
  afterSeq: 1,
  kind: 'closed',
  cause: { by: 'representative', userId: ada.id },
  actorName: ada.name,
  before: { status: 'active' },
  after: { status: 'closed' },
  ...more,
});
const undoOf = (activityNo: number, undone: Activity): Activity =>
  activity(activityNo, { kind: 'undone', undoOf: undone.activityNo, before: undone.after, after: undone.before });
const prioritised = (activityNo: number, by = ada.id): Activity =>
  activity(activityNo, {
    kind: 'prioritised',
    cause: { by: 'representative', userId: by },
    before: { priority: 'normal' },
    after: { priority: 'high' },
  });
const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: String(seq),
  conversationId: id,
  seq,
  content: 'words',
  senderType: 'customer',
  senderId: null,
  senderName: null,
  messageType: 'text',
  createdAt: '2026-11-21T09:30:00.000Z',
  clientMessageId: null,
  ...more,
});

const rowsOf = (activities: Activity[], messages = [message(1)]) =>
  messageRows(messages, cursors, activities).flatMap((row) => (row.kind === 'activity' ? [row] : []));
const abilities = (activities: Activity[], messages?: Message[]) => rowsOf(activities, messages).map(({ can }) => can);

describe('a line of the thread', () => {
  it('can be undone while nobody has built on it, others’ changes of something else aside', () => {
    const closed = activity(1);
    // A colleague's: one's own would be folded with what it takes back.
    const reopened = activity(2, {
      kind: 'reopened',
      cause: { by: 'representative', userId: ben },
      before: { status: 'closed' },
      after: { status: 'active' },
    });
    expect(abilities([closed, prioritised(2)])).toEqual(['possible', 'possible']);
    expect(abilities([closed, reopened])).toEqual(['in_the_way', 'possible']);
    expect(abilities([closed, reopened, undoOf(3, reopened)])).toEqual(['possible', 'possible']);
    expect(
      abilities([activity(1, { kind: 'identified', before: { customerName: null }, after: { customerName: 'Jo' } })]),
    ).toEqual(['never']);
    expect(abilities([activity(1, { cause: { by: 'customer' } })])).toEqual(['never']);
  });

  it('cannot be undone any more once a later message depends on it', () => {
    const assigned = activity(1, {
      kind: 'assigned',
      before: { assignedRepresentativeId: null },
      after: { assignedRepresentativeId: ada.id },
    });
    const from = (senderId: string) => [message(1), message(2, { senderType: 'representative', senderId })];
    expect(abilities([assigned], from(ben))).toEqual(['in_the_way']);
    expect(abilities([assigned], from(ada.id))).toEqual(['possible']);
    expect(abilities([prioritised(1)], from(ben))).toEqual(['possible']);
    const reopened = activity(1, { kind: 'reopened', before: { status: 'closed' }, after: { status: 'active' } });
    expect(abilities([reopened], [message(1), message(2)])).toEqual(['in_the_way']);
  });

  it('shows what an undo undid, and did again', async () => {
    const closed = activity(1);
    const undo = undoOf(2, closed);
    const offered = (activities: Activity[]) =>
      rowsOf(activities).map(({ undid }) => undid && [undid.what.activityNo, undid.isRedo]);
    // A single row for an action that was done and undone before the next message, even repeatedly.
    expect(offered([closed])).toEqual([undefined]);
    expect(offered([closed, undo])).toEqual([[1, false]]);
    expect(offered([closed, undo, undoOf(3, undo)])).toEqual([[1, true]]);
    expect(offered([closed, undo, activity(3), undoOf(4, activity(3))])).toEqual([[3, false]]);
    expect(offered([closed, undo, prioritised(3), undoOf(4, prioritised(3))])).toEqual([
      [1, false],
      [3, false],
    ]);
    const [row] = rowsOf([closed, undo]);
    await open(row!);
    expect(screen.getByText(`${ada.name} undid: ${ada.name} closed the conversation`)).toBeTruthy();
  });

  it('shows that it was undone after another message, and no way back', async () => {
    const closed = activity(1);
    const [row, undo] = rowsOf([closed, { ...undoOf(2, closed), afterSeq: 2 }], [message(1), message(2)]);
    expect(undo?.undid?.what.activityNo).toBe(1);
    await open(row!);
    expect(screen.getByText('Undone')).toBeTruthy();
    expect(screen.queryByRole('button')).toBe(null);
  });
});

async function open(row: Row, answers = {}, me: User = ada) {
  const actions = {
    onRetry: () => undefined,
    onEdit: () => undefined,
    onDiscard: () => undefined,
    onUndo: () => undefined,
    isRevisable: true,
    ...noTools,
  };
  return show(<ThreadRow row={row} actions={actions} />, answers, me);
}

const path = (activityNo: number) => `POST /api/conversations/${id}/activities/${activityNo}/undo`;
const undoing = (undone: Activity) => ({
  [path(undone.activityNo)]: { conversation, activity: undoOf(undone.activityNo + 1, undone) },
});

describe('the Undo of a line', () => {
  it('undoes it, and that is reported, and offers to do it again', async () => {
    const closed = activity(1);
    const { user, sent } = await open(rowsOf([closed])[0]!, {
      ...undoing(closed),
      [path(2)]: { conversation, activity: undoOf(3, undoOf(2, closed)) },
    });
    await user.click(screen.getByRole('button', { name: `Undo: ${ada.name} closed the conversation` }));
    await screen.findByText('Undone');
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await screen.findByText('Redone');
    expect([sent(path(1)).length, sent(path(2)).length]).toEqual([1, 1]);
  });

  it('is not offered to those who may not do by hand what it does', async () => {
    const assigned = activity(1, {
      kind: 'assigned',
      before: { assignedRepresentativeId: null },
      after: { assignedRepresentativeId: ada.id },
    });
    await open(rowsOf([assigned])[0]!, {}, clerk);
    expect(screen.queryByRole('button')).toBeNull();
    leave();
    await open(rowsOf([activity(1)])[0]!, {}, clerk);
    expect(screen.getAllByRole('button', { name: /closed the conversation/ })).toHaveLength(2);
  });

  it('shows who did what and when, when that is in the way', async () => {
    const built = activity(2, { actorName: 'Ben Cole', createdAt: new Date().toISOString() });
    const refused = async () => {
      const answer = await refusal('conflict', 'Ben Cole has closed it since.').json();
      return Response.json({ ...answer, inTheWay: { activity: built } }, { status: 409 });
    };
    const { user } = await open(rowsOf([activity(1)])[0]!, { [path(1)]: refused });
    await user.click(screen.getByRole('button', { name: /^Undo:/ }));
    await screen.findByText('Couldn’t undo');
    expect(screen.getByText(/^Ben Cole closed the conversation, \d/)).toBeTruthy();
  });

  it('is in a menu where no pointer hovers', async () => {
    const closed = activity(1);
    const { user, sent } = await open(rowsOf([closed])[0]!, undoing(closed));
    await user.click(screen.getByRole('button', { name: `More about: ${ada.name} closed the conversation` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Undo' }));
    await screen.findByText('Undone');
    expect(sent(path(1))).toHaveLength(1);
  });

  it('the undo of a change of many asks whether all of it is meant', async () => {
    const closed = activity(1, { batchId: ben });
    const asked: string[] = [];
    const { user } = await open(rowsOf([closed])[0]!, {
      [path(1)]: ({ name }: Call) => {
        asked.push(name);
        return { conversation, activity: undoOf(2, closed) };
      },
    });
    await user.click(screen.getByRole('button', { name: /^Undo:/ }));
    await screen.findByRole('menuitem', { name: 'In all conversations of this bulk change' });
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('menuitem', { name: 'In this conversation only' }));
    await screen.findByText('Undone');
    expect(asked).toHaveLength(1);
  });
});

function Keys({ openId }: { openId: string | null }) {
  useUndoKeys(openId);
  return null;
}

describe('z', () => {
  it('undoes my last activity in the open conversation, then the one before, and Shift+Z does it again', async () => {
    const [first, second] = [activity(1), prioritised(2)] as const;
    noteDone(first);
    noteDone(second);
    noteDone({ ...activity(9), conversationId: ben });
    const { user, calls } = await show(<Keys openId={id} />, {
      [path(2)]: { conversation, activity: undoOf(3, second) },
      [path(1)]: { conversation, activity: undoOf(4, first) },
      [path(4)]: { conversation, activity: undoOf(5, undoOf(4, first)) },
    });
    await user.keyboard('zz');
    await waitFor(() => expect(calls.map(({ name }) => name)).toEqual([path(2), path(1)]));
    await screen.findByText('Undone');
    await user.keyboard('{Shift>}Z{/Shift}');
    await screen.findByText('Redone');
    expect(calls.at(-1)?.name).toBe(path(4));
  });

  it('undoes all that one reply did in one call, the last of it first, and does it again the other way round', async () => {
    const cause = { by: 'representative', userId: ada.id, messageSeq: 2 } as const;
    const [taken, closed] = [activity(1, { ...takenOver, activityNo: 1, cause }), activity(2, { cause })] as const;
    noteDone(taken);
    noteDone(closed);
    const { user, calls } = await show(<Keys openId={id} />, {
      [path(2)]: { conversation, activity: undoOf(3, closed), others: [undoOf(4, taken)] },
      [path(4)]: { conversation, activity: undoOf(5, undoOf(4, taken)), others: [undoOf(6, undoOf(3, closed))] },
    });
    await user.keyboard('z');
    await screen.findByText('Undone');
    expect(calls.map(({ name, query }) => [name, query])).toEqual([[path(2), 'others=1']]);
    await user.keyboard('{Shift>}Z{/Shift}');
    await screen.findByText('Redone');
    expect(calls.map(({ name, query }) => [name, query]).slice(1)).toEqual([[path(4), 'others=3']]);
  });

  it('undoes nothing of the user before, who has signed out', async () => {
    noteDone(activity(1));
    await show(
      <SilentLive>
        <p>Signed in</p>
      </SilentLive>,
    );
    await screen.findByText('Signed in');
    expect(lastDone(id)).toBeDefined();
    cleanup();
    expect(lastDone(id)).toBeUndefined();
  });

  it('does what the toast offers while it is there', async () => {
    const ran: string[] = [];
    const { user, calls } = await show(<Keys openId={null} />);
    toast({ title: 'Conversation closed', action: { label: 'Undo', keys: 'z', run: () => ran.push('undone') } });
    await screen.findByText('Conversation closed');
    await user.keyboard('z');
    expect([ran, calls]).toEqual([['undone'], []]);
    await user.keyboard('z');
    await screen.findByText('There is nothing of yours to undo here.');
  });

  it('undoes the batch when that was last', async () => {
    noteDone(activity(1));
    noteBatch(ben);
    const { user, calls } = await show(<Keys openId={id} />, {
      [`POST /api/batches/${ben}/undo`]: { id: 'undo', total: 3 },
    });
    await user.keyboard('z');
    await screen.findByText('Undoing in 3 conversations');
    expect(calls).toHaveLength(1);
  });

  it('shows when there is nothing to undo', async () => {
    const { user } = await show(<Keys openId={id} />);
    await user.keyboard('z');
    await screen.findByText('There is nothing of yours to undo here.');
  });
});
