import { randomUUID } from 'node:crypto';
import type { ProactiveContent, ProactiveOrigin } from '@parley/contracts/proactive/proactive';
import { conversationState } from '@parley/db/conversations/read';
import { countConversation } from '@parley/db/proactive/messages';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { findWebsite, insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBatch } from '../src/bulk/run.ts';
import { getBatch, startBatch } from '../src/bulk/start.ts';
import type { StaffCaller } from '../src/callers.ts';
import { postMessage } from '../src/messages/post.ts';
import { addBanner, updateBanner } from '../src/proactive/banners.ts';
import {
  addProactive,
  deleteProactive,
  listProactive,
  orderProactive,
  reportProactive,
  updateProactive,
} from '../src/proactive/messages.ts';
import { recordProactive, shownBanners, shownProactive } from '../src/proactive/shown.ts';
import { createColleague, createTestContext, overseer, withExternalServices } from '../src/testing.ts';
import { readVisitorMessages } from '../src/visitors/messages.ts';
import { updateWebsite } from '../src/websites/websites.ts';

let context: ReturnType<typeof withExternalServices>;
let websiteId: string;
let ada: StaffCaller;
beforeAll(async () => {
  context = withExternalServices(await createTestContext());
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron');
});
afterAll(() => context.close());

const content = (change: Partial<ProactiveContent> = {}): ProactiveContent => ({
  name: randomUUID(),
  isOn: true,
  websiteIds: [],
  userId: ada.user.id,
  conditions: { pages: ['/pricing'], seconds: 30 },
  text: 'May I help?',
  variants: [{ language: 'DE', text: ' Kann ich helfen? ' }],
  ...change,
});
const visitor = async () => {
  const { id } = await insertVisitor(context.db, { websiteId });
  return { kind: 'visitor', visitorId: id, websiteId } as const;
};
const answer = async (proactive: ProactiveOrigin, own: { clientConversationId?: string } = {}) => {
  const caller = await visitor();
  const draft = { content: 'Yes', clientMessageId: randomUUID(), proactive };
  const { message } = await postMessage(context, caller, { own }, draft);
  return { caller, message, draft };
};
const reportOf = async (id: string) => (await reportProactive(context, overseer, 30)).find((each) => each.id === id);

it('a website gets what is on and meant for it, the most important first, and nothing of who has left', async () => {
  const other = (await insertWebsite(context.db, { domain: 'other.example.com', name: 'Other' }))?.id ?? '';
  const first = await addProactive(context, overseer, content());
  const elsewhere = await addProactive(context, overseer, content({ websiteIds: [other] }));
  const off = await addProactive(context, overseer, content({ isOn: false }));
  const ben = await createColleague(context, 'Ben Cole');
  const left = await addProactive(context, overseer, content({ userId: ben.user.id }));
  const assistant = await addProactive(context, overseer, content({ userId: null }));
  await sql`update users set is_active = false where id = ${ben.user.id}`.execute(context.db);
  const shown = await shownProactive(context, websiteId);
  expect(shown.map(({ id }) => id)).toEqual([first.id]);
  expect(shown[0]).toMatchObject({
    sender: { name: 'Ada Byron' },
    variants: [{ language: 'de', text: 'Kann ich helfen?' }],
    conditions: { pages: ['/pricing'], seconds: 30 },
  });
  expect((await shownProactive(context, other)).map(({ id }) => id)).toEqual([first.id, elsewhere.id]);
  const problems = new Map((await listProactive(context, overseer)).map(({ id, problem }) => [id, problem]));
  expect([left, assistant, off].map(({ id }) => problems.get(id))).toEqual(['person_left', 'assistant_off', null]);
  await orderProactive(context, overseer, [elsewhere.id, first.id, off.id, left.id, assistant.id]);
  expect((await shownProactive(context, other)).map(({ id }) => id)).toEqual([elsewhere.id, first.id]);
  for (const { id } of [first, elsewhere, off, left, assistant]) await deleteProactive(context, overseer, id);
});

it('bad input changes nothing, and two editors notice each other', async () => {
  const message = await addProactive(context, overseer, content());
  for (const bad of [{ text: '  ' }, { websiteIds: [randomUUID()] }, { userId: randomUUID() }])
    await expect(updateProactive(context, overseer, message.id, bad)).rejects.toMatchObject({ code: 'invalid' });
  await expect(addProactive(context, overseer, content({ name: message.name }))).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(
    updateProactive(context, overseer, message.id, { text: 'Hi', expected: { text: 'Something else' } }),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect(await listProactive(context, overseer)).toEqual([message]);
  await deleteProactive(context, overseer, message.id);
});

it('an answer stores the message first, in the visitor’s language, and assigns nobody', async () => {
  const { id } = await addProactive(context, overseer, content());
  const { caller, message, draft } = await answer(
    { id, outcome: 'answered', language: 'de-AT' },
    { clientConversationId: randomUUID() },
  );
  expect(message.seq).toBe(2);
  const messages = await readVisitorMessages(context, caller, { limit: 10 });
  expect(messages.map(({ seq, senderType, senderName, content: said }) => [seq, senderType, senderName, said])).toEqual(
    [
      [1, 'representative', 'Ada Byron', 'Kann ich helfen?'],
      [2, 'customer', null, 'Yes'],
    ],
  );
  expect(await conversationState(context.db, message.conversationId)).toMatchObject({ status: 'waiting' });
  const { rows } = await sql<{ assigned: string | null; answers: number; opened: boolean }>`
    select assigned_representative_id as assigned,
      (select count(*)::int from answers where conversation_id = conversations.id) as answers
    from conversations where id = ${message.conversationId}`.execute(context.db);
  expect(rows).toEqual([{ assigned: null, answers: 0 }]);
  // Sent again it is the same message, and counted once.
  await postMessage(context, caller, { own: {} }, draft);
  expect(await readVisitorMessages(context, caller, { limit: 10 })).toHaveLength(2);
  expect(await reportOf(id)).toMatchObject({ answered: 1, shown: { conversations: 1 } });
});

it('a conversation that goes on, or a deleted message, begins with nothing', async () => {
  const { id } = await addProactive(context, overseer, content());
  const { caller } = await answer({ id, outcome: 'answered', language: 'en' });
  await postMessage(context, caller, 'newest', {
    content: 'More',
    clientMessageId: randomUUID(),
    proactive: { id, outcome: 'answered', language: 'en' },
  });
  expect(await readVisitorMessages(context, caller, { limit: 10 })).toHaveLength(3);
  expect(await reportOf(id)).toMatchObject({ answered: 1 });
  const gone = await answer({ id: randomUUID(), outcome: 'answered', language: 'en' });
  expect(gone.message.seq).toBe(1);
});

it('only a website that remembers visits counts showings, and the hold-out is counted apart', async () => {
  const { id } = await addProactive(context, overseer, content());
  const record = async (event: 'shown' | 'held_out' | 'dismissed') => {
    const website = await findWebsite(context.db, websiteId);
    if (website) await recordProactive(context, website, { id, event });
  };
  await record('shown');
  expect(await reportOf(id)).toMatchObject({ shown: { visitors: 0 } });
  await updateWebsite(context, overseer, websiteId, { proactive: { remembers: true, holdOutPercent: 20 } });
  for (const event of ['shown', 'shown', 'held_out', 'dismissed'] as const) await record(event);
  await answer({ id, outcome: 'held_out', language: 'en' });
  await answer({ id, outcome: 'shown', language: 'en' });
  await countConversation(context.db, { id: randomUUID(), websiteId }, 'shown');
  expect(await reportOf(id)).toMatchObject({
    shown: { visitors: 2, conversations: 1 },
    heldOut: { visitors: 1, conversations: 1 },
    dismissed: 1,
    answered: 0,
  });
});

it('a banner is shown between its times, on its websites', async () => {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const banner = {
    name: 'Outage',
    websiteIds: [websiteId],
    text: 'Orders are delayed.',
    variants: [],
    link: 'https://status.example.com',
    isDismissible: true,
    isAtLauncher: true,
    from: inHours(-1),
    until: null,
    tagId: null,
  };
  const { id } = await addBanner(context, overseer, banner);
  await addBanner(context, overseer, { ...banner, name: 'Later', from: inHours(1) });
  expect((await shownBanners(context, websiteId)).map((each) => each.id)).toEqual([id]);
  expect(await shownBanners(context, randomUUID())).toEqual([]);
  for (const bad of [{ until: inHours(-2) }, { link: 'https://me:secret@example.com' }, { tagId: randomUUID() }])
    await expect(updateBanner(context, overseer, id, bad)).rejects.toMatchObject({ code: 'invalid' });
  await updateBanner(context, overseer, id, { until: new Date(Date.now() - 1).toISOString() });
  expect(await shownBanners(context, websiteId)).toEqual([]);
});

it('one answer goes into every conversation that is still open, in the name of its author', async () => {
  const grace = await createColleague(context, 'Grace Hopper', 'admin');
  const opened = [];
  for (let count = 0; count < 3; count += 1) {
    const caller = await visitor();
    const { message } = await postMessage(context, caller, 'newest', {
      content: 'Is it down?',
      clientMessageId: randomUUID(),
    });
    opened.push({ caller, id: message.conversationId });
  }
  await sql`update conversations set status = 'closed', closed_at = now() where id = ${opened[2]?.id}`.execute(
    context.db,
  );
  const { id } = await startBatch(context, grace, {
    ids: opened.map((each) => each.id),
    commands: [{ type: 'reply', content: ' It works again. ' }],
  });
  await expect(
    startBatch(context, ada, { ids: opened.map((each) => each.id), commands: [{ type: 'reply', content: 'Hi' }] }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  await runBatch(context, id);
  await runBatch(context, id);
  expect(await getBatch(context, grace, id)).toMatchObject({ status: 'done', changed: 2, refused: 1 });
  const said = await Promise.all(opened.map(({ caller }) => readVisitorMessages(context, caller, { limit: 10 })));
  expect(said.map((messages) => messages.map((message) => [message.senderName, message.content]).slice(1))).toEqual([
    [['Grace Hopper', 'It works again.']],
    [['Grace Hopper', 'It works again.']],
    [],
  ]);
});
