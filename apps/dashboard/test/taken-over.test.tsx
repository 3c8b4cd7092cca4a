/** A reply that takes the conversation over says so, in whatever order what happened comes to be known. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { conversation, takenOver } from '@parley/contracts/examples';
import type { ServerFrameOf } from '@parley/contracts/frames';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useDoneByReply } from '../src/features/thread/done-by-reply.ts';
import { useMe } from '../src/auth/auth.tsx';
import { activitiesOf } from '../src/live/activities-cache.ts';
import { createCachePatcher } from '../src/live/patch-cache.ts';
import { ada, leave, show, whoMay } from './screen.tsx';

const { id } = conversation;
const activities = `GET /api/conversations/${id}/activities`;
/** By the reply with seq 2. */
const byReply: Activity = { ...takenOver, cause: { by: 'representative', userId: ada.id, messageSeq: 2 } };
const joined: ServerFrameOf<'joined'> = {
  type: 'joined',
  conversationId: id,
  messages: [],
  lastSeq: 2,
  lastActivityNo: 1,
  customerDeliveredSeq: 0,
  customerReadSeq: 0,
  staffDeliveredSeq: 0,
  staffReadSeq: 0,
};

let client: QueryClient;

/** The thread, opened when its last message was `lastSeq`. */
function Opened({ lastSeq }: { lastSeq: number }) {
  client = useQueryClient();
  const { data = [], isPending } = useQuery(activitiesOf(id));
  useDoneByReply({ id, lastSeq }, data, useMe());
  return isPending ? null : <p>{data.length} known</p>;
}

afterEach(leave);

it('is said though the reply was sent before the conversation was joined, so that its activity is told to nobody', async () => {
  let stored: Activity[] = [];
  await show(<Opened lastSeq={1} />, { [activities]: () => stored });
  await screen.findByText('0 known');
  stored = [byReply];
  const patcher = createCachePatcher(client, ada);
  act(() => patcher.apply(joined));
  await screen.findByText('You took over this conversation');
  patcher.close();
});

it('is said though the reply was sent while the activities were still being read', async () => {
  let answer: (stored: Activity[]) => void = () => undefined;
  await show(<Opened lastSeq={1} />, {
    [activities]: () => new Promise<Activity[]>((answered) => (answer = answered)),
  });
  answer([byReply]);
  await screen.findByText('You took over this conversation');
});

it('the effects of a reply’s macro are shown with it, and undone as one', async () => {
  const closed: Activity = {
    ...byReply,
    activityNo: 2,
    afterSeq: 2,
    kind: 'closed',
    before: { status: 'active' },
    after: { status: 'closed' },
  };
  const undo = (activityNo: number) => `POST /api/conversations/${id}/activities/${activityNo}/undo`;
  const undone = (of: Activity, activityNo: number) => ({
    conversation,
    activity: { ...of, activityNo, kind: 'undone', undoOf: of.activityNo },
  });
  const { user, calls } = await show(<Opened lastSeq={1} />, {
    [activities]: [byReply, closed],
    [undo(2)]: { ...undone(closed, 3), others: [undone(byReply, 4).activity] },
  });
  await screen.findByText('Reply sent, conversation closed');
  expect(screen.queryByText('You took over this conversation')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');
  expect(calls.map(({ name }) => name).filter((name) => name.endsWith('undo'))).toEqual([undo(2)]);
});

it('offers no undo to those who may not assign', async () => {
  const clerk = whoMay(['conversations.read', 'conversations.update', 'conversations.reply']);
  await show(<Opened lastSeq={1} />, { [activities]: [byReply] }, clerk);
  await screen.findByText('You took over this conversation');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('is said once, and not of a reply from before the conversation was opened', async () => {
  await show(<Opened lastSeq={2} />, { [activities]: [byReply] });
  await screen.findByText('1 known');
  expect(screen.queryByText('You took over this conversation')).toBeNull();
  const again: Activity = {
    ...byReply,
    activityNo: 2,
    cause: { ...byReply.cause, messageSeq: 4 } as Activity['cause'],
  };
  const patcher = createCachePatcher(client, ada);
  act(() => patcher.apply({ type: 'activity', conversationId: id, activity: again }));
  await screen.findByText('You took over this conversation');
  act(() => patcher.apply({ type: 'activity', conversationId: id, activity: again }));
  expect(screen.getAllByText('You took over this conversation')).toHaveLength(1);
  patcher.close();
});
