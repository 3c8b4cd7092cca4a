import { undoAct } from '@parley/core/bulk/undo';
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

test('an undo is told like every act: to colleagues with what it undoes, to the customer as the state it makes', async () => {
  const customer = await installation.visitorSocket(gateway, await installation.visitor());
  const { conversationId } = await customer.says(undefined, 'Hello?');
  const colleague = await installation.staffSocket(gateway, ben);
  await Promise.all([customer.join(conversationId), colleague.join(conversationId)]);
  const caller = { kind: 'staff', user: ada.user, sessionId: 'none' } as const;

  const { actNo } = await updateConversation(installation.context, caller, conversationId, { status: 'closed' });
  await customer.next('conversation_state', ({ conversation }) => conversation.status === 'closed');
  await undoAct(installation.context, caller, { conversationId, actNo: actNo! });
  const { act } = await colleague.next('act', ({ act: each }) => each.kind === 'undone');
  expect(act).toMatchObject({ actNo: 2, undoOf: actNo, actorName: 'Ada', after: { status: 'waiting' } });
  await colleague.next('conversation_updated', ({ conversation }) => conversation.status === 'waiting');
  await customer.next('conversation_state', ({ conversation }) => conversation.status === 'waiting');

  // What only the team sees is undone for the team alone.
  const { actNo: urgent } = await updateConversation(installation.context, caller, conversationId, {
    priority: 'urgent',
  });
  await undoAct(installation.context, caller, { conversationId, actNo: urgent! });
  await colleague.next('act', ({ act: each }) => each.undoOf === urgent);
  await customer.says(conversationId, 'Still there?');
  expect(customer.all('act')).toEqual([]);
});
