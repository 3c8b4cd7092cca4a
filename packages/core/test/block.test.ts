import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { conversationState } from '@parley/db/conversations/read';
import { contactOf, joinVisitors } from '@parley/db/visitors/contacts';
import { insertVisitor, upsertVerifiedVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { blockContact, unblockContact } from '../src/contacts/block.ts';
import { getContact, listContacts } from '../src/contacts/contacts.ts';
import { addAttribute, attributesOf } from '../src/conversations/attributes.ts';
import { joinConversations } from '../src/conversations/join.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { postMessage } from '../src/messages/post.ts';
import { createUpload } from '../src/files/uploads.ts';
import {
  createColleague,
  createTestContext,
  type TestContext,
  withExternalServices,
  overseer,
} from '../src/testing.ts';
import { setByPage } from '../src/visitors/attributes.ts';
import { updateByVisitor } from '../src/visitors/identify.ts';
import { visitorProfile } from '../src/visitors/profile.ts';
import { requestPerson } from '../src/visitors/request-person.ts';
import { startVisitorSession, type VisitorSessionStart } from '../src/visitors/session.ts';

let context: TestContext;
let website: VisitorSessionStart['website'];
let ada: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  const inserted = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  if (!inserted) throw new Error('no website');
  website = inserted;
  ada = await createColleague(context, 'Ada Byron', 'admin');
  await addAttribute(context, ada, { key: 'plan', subject: 'contact', type: 'text', name: 'Plan' });
});
afterAll(() => context.close());

async function visitor() {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId: website.id, email: null });
  return { kind: 'visitor', visitorId, websiteId: website.id } as const;
}
type Visitor = Awaited<ReturnType<typeof visitor>>;

const posts = (caller: Visitor, content = 'Hello', clientMessageId = randomUUID()) =>
  postMessage(context, caller, 'newest', { content, clientMessageId });

async function writes() {
  const caller = await visitor();
  const clientMessageId = randomUUID();
  const { message } = await posts(caller, 'Hello', clientMessageId);
  const contactId = (await contactOf(context.db, caller.visitorId)) ?? '';
  return { caller, contactId, id: message.conversationId, clientMessageId };
}

async function heardOn(id: string) {
  const heard: { audience: string; frame: ServerFrame }[] = [];
  for (const channel of [liveChannels.inbox, liveChannels.conversation(id)]) {
    await context.publisher.subscribe(channel, (packed) => {
      const broadcast = unpackBroadcast(packed);
      if (broadcast) heard.push({ audience: broadcast.audience, frame: JSON.parse(broadcast.text) as ServerFrame });
    });
  }
  return heard;
}

const stored = async (id: string) =>
  (await context.db.selectFrom('messages').select('seq').where('conversationId', '=', id).execute()).length;

describe('a blocked customer', () => {
  it('can’t write, send files, name themselves, ask for a person or set attributes, and nothing of it is stored or told', async () => {
    const { caller, contactId, id, clientMessageId } = await writes();
    await blockContact(context, ada, contactId);
    const heard = await heardOn(id);
    for (const attempt of [
      () => posts(caller),
      () => updateByVisitor(context, caller, { name: 'Zoe' }),
      () => updateByVisitor(context, caller, { email: 'zoe@example.com' }),
      () => createUpload(withExternalServices(context), caller, website, { name: 'shot.png', size: 1 }),
      () => requestPerson(context, caller),
      () => setByPage(context, caller, [{ key: 'plan', value: 'free' }]),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'blocked', status: 403 });
    }
    // A message from before the block is still acknowledged as a duplicate; a page visit isn't a message.
    expect(await posts(caller, 'Hello', clientMessageId)).toMatchObject({ duplicate: true });
    await updateByVisitor(context, caller, { page: { url: 'https://shop.example.com/lamps' } });
    const user = { email: 'zoe@example.com', name: 'Zoe', attributes: { plan: 'free' } };
    const session = await startVisitorSession(context, {
      website,
      token: context.secrets.issueVisitorToken({ ...caller, epoch: 0, session: randomUUID() }),
      page: { url: 'https://shop.example.com/' },
      user,
    });
    expect(session).toMatchObject({ visitorId: caller.visitorId, conversation: { isBlocked: true } });
    expect(await stored(id)).toBe(1);
    expect(await conversationState(context.db, id)).toMatchObject({
      customerName: null,
      customerEmail: null,
      lastSeq: 1,
    });
    expect((await attributesOf(context, overseer, id)).contact).toEqual([]);
    expect(heard.map(({ frame }) => frame.type)).not.toContain('new_message');
    expect(heard.map(({ frame }) => frame.type)).not.toContain('person_needed');
  });

  it('a first message by a blocked customer opens no conversation', async () => {
    const caller = await visitor();
    await blockContact(context, ada, (await contactOf(context.db, caller.visitorId)) ?? '');
    await expect(posts(caller)).rejects.toMatchObject({ code: 'blocked' });
    const opened = await context.db
      .selectFrom('conversations')
      .select('id')
      .where('visitorId', '=', caller.visitorId)
      .execute();
    expect(opened).toEqual([]);
  });

  it('is so in every browser of theirs, and stays so as who they turn out to be', async () => {
    const known = {
      websiteId: website.id,
      identityKey: 'eve@example.com',
      email: 'eve@example.com',
      emailVerified: true,
    };
    const { caller, contactId } = await writes();
    await blockContact(context, ada, contactId);
    const { id: visitorId } = await upsertVerifiedVisitor(context.db, known);
    await joinVisitors(context.db, caller.visitorId, visitorId);
    for (const each of [caller, { ...caller, visitorId }]) {
      await expect(posts(each)).rejects.toMatchObject({ code: 'blocked' });
    }
  });

  it('learns it at once and with every connection, and the team’s screens do; so it is when they may write again', async () => {
    const { caller, contactId, id } = await writes();
    const heard = await heardOn(id);
    const sentToCustomer = () =>
      heard.flatMap(({ audience, frame }) =>
        frame.type === 'conversation_state' ? [[audience, frame.conversation.isBlocked ?? false]] : [],
      );
    const joined = async () => {
      const [answer] = await joinConversations(context, [{ caller, conversationId: id, afterSeq: 0 }]);
      return answer && 'conversation' in answer ? (answer.conversation?.isBlocked ?? false) : undefined;
    };
    await blockContact(context, ada, contactId);
    await expect.poll(sentToCustomer).toEqual([['customer', true]]);
    expect(await joined()).toBe(true);
    expect(await visitorProfile(context, overseer, id)).toMatchObject({ blockedAt: expect.any(String) as string });
    await unblockContact(context, ada, contactId);
    await expect.poll(sentToCustomer).toEqual([
      ['customer', true],
      ['customer', false],
    ]);
    expect(await joined()).toBe(false);
    // Each once for who sees everything, and once for its scope.
    const sentToTeam = () =>
      heard.filter(({ frame }) => frame.type === 'contact_updated').map(({ audience }) => audience);
    await expect.poll(sentToTeam).toEqual(['staff', 'staff', 'staff', 'staff']);
    expect((await posts(caller)).message.seq).toBe(2);
  });

  it('is answered by no assistant any more, whatever it was about to say', async () => {
    const { contactId, id } = await writes();
    const { aiEpoch = 0 } = (await conversationState(context.db, id)) ?? {};
    await context.db.updateTable('conversations').set({ isAiAssisted: true }).where('id', '=', id).execute();
    await blockContact(context, ada, contactId);
    const late = postMessage(context, { kind: 'assistant', epoch: aiEpoch }, { conversationId: id }, { content: 'Hi' });
    await expect(late).rejects.toMatchObject({ code: 'already_taken' });
  });

  it('is listed, shows by whom, and is in the audit log, once however often it is done', async () => {
    const { contactId } = await writes();
    const [one] = await Promise.all([blockContact(context, ada, contactId), blockContact(context, ada, contactId)]);
    expect(one).toMatchObject({ blockedBy: 'Ada Byron', blockedAt: expect.any(String) as string });
    const listed = async () =>
      (await listContacts(context, overseer, { blocked: true, limit: 50 })).contacts.map(({ id }) => id);
    expect(await listed()).toContain(contactId);
    await unblockContact(context, ada, contactId);
    await unblockContact(context, ada, contactId);
    expect(await listed()).not.toContain(contactId);
    expect(await getContact(context, overseer, contactId)).toMatchObject({ blockedBy: null, blockedAt: null });
    const log = (await readAuditLog(context, { limit: 50 })).filter(
      ({ subject }) => subject === `contact ${contactId}`,
    );
    expect(log.map(({ action }) => action)).toEqual(['contact.unblocked', 'contact.blocked']);
    await expect(blockContact(context, ada, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});
