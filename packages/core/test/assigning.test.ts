import { randomUUID } from 'node:crypto';
import { createConversation } from '@parley/db/conversations/find-or-create';
import { findConversation } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import { insertUser, updateAccess } from '@parley/db/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postWaitingNotice } from '../src/ai/waiting-notice.ts';
import { handOff } from '../src/conversations/hand-off.ts';
import { takeOver } from '../src/conversations/take-over.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';
import { requestPerson } from '../src/visitors/request-person.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

const user = (username: string) =>
  insertUser(context.db, {
    name: username,
    email: `${username}@example.com`,
    username,
    passwordHash: 'x',
    role: 'representative',
  });

it('a conversation is not assigned to an account that was deactivated', async () => {
  const [ada, gone] = [await user('ada'), await user('gone')];
  await updateAccess(context.db, gone.id, { isActive: false });
  const id = await createConversation(context.db, {
    websiteId: null,
    websiteDomain: null,
    visitorId: null,
    customerEmail: null,
    customerName: null,
    status: 'waiting',
    isAiAssisted: false,
  });
  const caller = { kind: 'staff', user: ada, sessionId: 'none' } as const;
  const assigns = (assignedRepresentativeId: string) =>
    updateConversation(context, caller, id, { assignedRepresentativeId });
  await expect(assigns(gone.id)).rejects.toMatchObject({ code: 'invalid' });
  expect(await findConversation(context.db, id)).toMatchObject({ assignedRepresentativeId: null });
  expect(await assigns(ada.id)).toMatchObject({ representative: 'ada' });
});

it('the assistant does not reply over a person who has taken the conversation over at the same moment', async () => {
  await context.db
    .updateTable('settings')
    .set({ aiConfig: JSON.stringify({ enabled: true }) })
    .execute();
  context.settings.forget();
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  const bob = await user('bob');
  const staff = { kind: 'staff', user: bob, sessionId: 'none' } as const;
  const opens = async () => {
    const { id: visitorId } = await insertVisitor(context.db, { websiteId: website?.id ?? '' });
    const visitor = { kind: 'visitor', visitorId, websiteId: website?.id ?? '' } as const;
    const { message } = await postMessage(context, visitor, 'newest', {
      content: 'Hello',
      clientMessageId: randomUUID(),
    });
    return { visitor, id: message.conversationId };
  };

  const asked = await opens();
  await takeOver(context, staff, asked.id, bob.id);
  await requestPerson(context, asked.visitor);
  expect(await findConversation(context.db, asked.id)).toMatchObject({ status: 'active', representative: 'bob' });

  const handedOff = await opens();
  await handOff(context, handedOff.id, { summary: null, cause: { by: 'assistant' } });
  await takeOver(context, staff, handedOff.id, bob.id);
  await postWaitingNotice(context, { conversationId: handedOff.id, eventId: randomUUID(), isHandedOff: true });
  expect(await messagesAfter(context.db, handedOff.id, 0, 10)).toHaveLength(1);
});
