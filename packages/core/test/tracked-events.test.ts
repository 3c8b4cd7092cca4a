/** Events that pages track: when they are stored, how many, for whom, and that they go with the visitor. */
import { randomUUID } from 'node:crypto';
import { trackedEventLimits } from '@parley/contracts/visitors/limits';
import type { TrackedEventInput } from '@parley/contracts/visitors/tracked-events';
import { eraseOneVisitor } from '@parley/db/privacy/visitor-data';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { blockContact } from '../src/contacts/block.ts';
import { listContactEvents } from '../src/contacts/contacts.ts';
import { mergeContacts } from '../src/contacts/merge.ts';
import { visitorDocument } from '../src/data/privacy.ts';
import { applyRetention } from '../src/maintenance/conversations.ts';
import { postMessage } from '../src/messages/post.ts';
import { createColleague, createTestContext, overseer, withExternalServices } from '../src/testing.ts';
import { visitorProfile } from '../src/visitors/profile.ts';
import { trackEvents } from '../src/visitors/tracked-events.ts';

let context: ReturnType<typeof withExternalServices>;
let websiteId: string;
let ada: StaffCaller;
beforeAll(async () => {
  context = withExternalServices(await createTestContext());
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  ada = await createColleague(context, 'Ada Byron', 'admin');
});
afterAll(() => context.close());

const event = (name: string, more: Partial<TrackedEventInput> = {}): TrackedEventInput => ({
  id: randomUUID(),
  name,
  properties: [{ key: 'product', value: 'Lamp' }],
  secondsAgo: 0,
  ...more,
});

async function arrive(email?: string): Promise<VisitorCaller> {
  const { id } = await insertVisitor(context.db, { websiteId, ...(email && { email }) });
  return { kind: 'visitor', visitorId: id, websiteId, session: randomUUID() };
}
async function write(caller: VisitorCaller): Promise<string> {
  const { message } = await postMessage(context, caller, 'newest', { content: 'Hi', clientMessageId: randomUUID() });
  return message.conversationId;
}
async function customer(email?: string) {
  const caller = await arrive(email);
  const conversationId = await write(caller);
  return { caller, conversationId, contactId: (await contactOf(context.db, caller.visitorId)) ?? '' };
}
const namesOf = async (contactId: string) =>
  (await listContactEvents(context, overseer, contactId)).map(({ name }) => name);

it('an event is stored once, with its time and properties, for the contact and in the panel', async () => {
  const { caller, conversationId, contactId } = await customer();
  const earlier = event('viewed', { secondsAgo: 3_600 });
  const later = event('bought', { properties: [{ key: 'price', value: 12.5 }] });
  await trackEvents(context, caller, [later, earlier, later]);
  await trackEvents(context, caller, [{ ...earlier, name: 'changed' }]);
  const [bought, viewed, ...others] = await listContactEvents(context, overseer, contactId);
  expect(others).toEqual([]);
  expect(bought).toMatchObject({ id: later.id, name: 'bought', properties: [{ key: 'price', value: 12.5 }] });
  expect(viewed).toMatchObject({ id: earlier.id, name: 'viewed' });
  expect(Date.parse(bought?.at ?? '') - Date.parse(viewed?.at ?? '')).toBe(3_600_000);
  const { events } = await visitorProfile(context, overseer, conversationId);
  expect(events.map(({ name }) => name)).toEqual(['bought', 'viewed']);
});

it('nothing is stored before the visitor has written, or of a blocked contact', async () => {
  const silent = await arrive();
  await expect(trackEvents(context, silent, [event('viewed')])).rejects.toMatchObject({ code: 'conflict' });
  await write(silent);
  expect(await namesOf((await contactOf(context.db, silent.visitorId)) ?? '')).toEqual([]);
  const { caller, contactId } = await customer();
  await blockContact(context, ada, contactId);
  await trackEvents(context, caller, [event('viewed')]);
  expect(await namesOf(contactId)).toEqual([]);
});

it('the newest hundred of a visitor are stored, and none after thirty days', async () => {
  const { caller, contactId } = await customer();
  const { stored, days } = trackedEventLimits;
  for (let from = 0; from < stored + 20; from += 20) {
    const some = Array.from({ length: 20 }, (_, index) =>
      event(`event ${from + index}`, { secondsAgo: 500 - from - index }),
    );
    await trackEvents(context, caller, some);
  }
  const names = await namesOf(contactId);
  expect([names.length, names[0], names.at(-1)]).toEqual([stored, `event ${stored + 19}`, 'event 20']);
  await sql`update tracked_events set at = now() - make_interval(days => ${days + 1})
    where visitor_id = ${caller.visitorId} and name <> 'event 50'`.execute(context.db);
  await applyRetention(context);
  expect(await namesOf(contactId)).toEqual(['event 50']);
});

it('a merged contact has the events of both', async () => {
  const [one, other] = [await customer(), await customer()];
  await trackEvents(context, one.caller, [event('first', { secondsAgo: 10 })]);
  await trackEvents(context, other.caller, [event('second')]);
  await mergeContacts(context, ada, one.contactId, { mergedId: other.contactId });
  expect(await namesOf(one.contactId)).toEqual(['second', 'first']);
});

it('the export of a customer contains their events, and an erasure deletes them', async () => {
  const email = `${randomUUID()}@example.com`;
  const { caller } = await customer(email);
  await trackEvents(context, caller, [event('subscribed')]);
  let document = '';
  for await (const piece of visitorDocument(context, overseer, email)) document += piece;
  expect(JSON.parse(document).trackedEvents).toMatchObject([
    { name: 'subscribed', properties: [{ key: 'product', value: 'Lamp' }] },
  ]);
  await eraseOneVisitor(context.db, caller.visitorId);
  const left = await context.db
    .selectFrom('trackedEvents')
    .select('id')
    .where('visitorId', '=', caller.visitorId)
    .execute();
  expect(left).toEqual([]);
});
