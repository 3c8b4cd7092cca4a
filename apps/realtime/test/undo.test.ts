import { undoActivity } from '@parley/core/bulk/undo';
import { updateConversation } from '@parley/core/conversations/update';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningGateway, type SignedInRepresentative, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
let ada: SignedInRepresentative;
let ben: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  [ada, ben] = await Promise.all([installation.representative('Ada'), installation.representative('Ben')]);
});
afterAll(() => installation.close());

test('an undo is told like every activity: to colleagues with what it undoes, to the customer as the state it makes', async () => {
  const customer = await installation.visitorSocket(gateway, await installation.visitor());
  const { conversationId } = await customer.writes(undefined, 'Hello?');
  const colleague = await installation.staffSocket(gateway, ben);
  await Promise.all([customer.join(conversationId), colleague.join(conversationId)]);
  const caller = { kind: 'staff', user: ada.user, sessionId: 'none' } as const;

  const { activityNo } = await updateConversation(installation.context, caller, conversationId, { status: 'closed' });
  await customer.next('conversation_state', ({ conversation }) => conversation.status === 'closed');
  await undoActivity(installation.context, caller, { conversationId, activityNo: activityNo! });
  const { activity } = await colleague.next('activity', ({ activity: each }) => each.kind === 'undone');
  expect(activity).toMatchObject({ activityNo: 2, undoOf: activityNo, actorName: 'Ada', after: { status: 'waiting' } });
  await colleague.next('conversation_updated', ({ conversation }) => conversation.status === 'waiting');
  await customer.next('conversation_state', ({ conversation }) => conversation.status === 'waiting');

  // Undoing something internal is told to the team alone.
  const { activityNo: urgent } = await updateConversation(installation.context, caller, conversationId, {
    priority: 'urgent',
  });
  await undoActivity(installation.context, caller, { conversationId, activityNo: urgent! });
  await colleague.next('activity', ({ activity: each }) => each.undoOf === urgent);
  await customer.writes(conversationId, 'Still there?');
  expect(customer.all('activity')).toEqual([]);
});
