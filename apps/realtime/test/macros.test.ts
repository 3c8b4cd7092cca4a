import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningGateway, type SignedInRepresentative, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
let ada: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  ada = await installation.representative('Ada');
});
afterAll(() => installation.close());

async function talk() {
  const customer = await installation.visitorSocket(gateway, await installation.visitor());
  const { conversationId } = await customer.writes(undefined, 'Hello?');
  const staff = await installation.staffSocket(gateway, ada);
  await Promise.all([customer.join(conversationId), staff.join(conversationId)]);
  return { conversationId, customer, staff };
}

const send = (conversationId: string, content: string, actions: readonly object[]) =>
  ({ type: 'send_message', conversationId, content, clientMessageId: randomUUID(), macro: { actions } }) as never;

test('a macro is done with its message, and of its note and activities the customer hears nothing', async () => {
  const { conversationId, customer, staff } = await talk();
  staff.send(send(conversationId, 'Bye', [{ type: 'note', text: 'A canary' }, { type: 'close' }]));
  await staff.next('message_ack', ({ message }) => message.content === 'Bye');
  await staff.next('activity', ({ activity }) => activity.kind === 'noted' && activity.body === 'A canary');
  await staff.next('activity', ({ activity }) => activity.kind === 'closed');
  const { conversation } = await customer.next(
    'conversation_state',
    ({ conversation: state }) => state.status === 'closed',
  );
  expect(conversation.status).toBe('closed');
  expect(customer.all('activity')).toEqual([]);
});

test('a macro with a blank left in its message is refused whole', async () => {
  const { conversationId, staff } = await talk();
  staff.send(send(conversationId, 'Order {{?number}}', [{ type: 'close' }]));
  expect(await staff.next('error')).toMatchObject({ code: 'blank_left', message: 'Fill in “number” first.' });
  await staff.writes(conversationId, 'Still open');
});

test('a visitor cannot have a macro done', async () => {
  const { conversationId, customer, staff } = await talk();
  customer.send(send(conversationId, 'Please close', [{ type: 'close' }]));
  expect(await customer.next('error')).toMatchObject({ code: 'forbidden' });
  expect((await staff.writes(conversationId, 'Still open')).seq).toBe(2);
});
