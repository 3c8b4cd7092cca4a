import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { builtInRoleIds, type Permission } from '@parley/contracts/permissions/permissions';
import { Problem } from '@parley/contracts/problems';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { insertUser } from '@parley/db/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { saveDraft } from '../src/conversations/drafts.ts';
import { setFollowing } from '../src/conversations/followers.ts';
import { markReadByCaller, markUnreadByCaller } from '../src/conversations/reads.ts';
import { addNote, editNote, removeNote } from '../src/conversations/notes.ts';
import { handOff } from '../src/conversations/hand-off.ts';
import { joinConversations } from '../src/conversations/join.ts';
import { changeScheduled, scheduleMessage } from '../src/messages/scheduled.ts';
import { takeOver } from '../src/conversations/take-over.ts';
import { addTag } from '../src/conversations/tags.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { visitorDocument } from '../src/data/privacy.ts';
import { createTestContext, type TestContext, withExternalServices, overseer } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

async function staff(name: string) {
  const user = await insertUser(context.db, {
    name,
    email: `${name}@example.com`,
    username: name,
    passwordHash: 'x',
    role: 'admin',
  });
  return { kind: 'staff', user, sessionId: 'none' } as const;
}

async function opens(email: string) {
  const website = await insertWebsite(context.db, { domain: `${randomUUID()}.example.com`, name: 'Shop' });
  const websiteId = website?.id ?? '';
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, visitor, 'newest', {
    content: 'Hello',
    clientMessageId: randomUUID(),
  });
  return { visitor, id: message.conversationId };
}

async function documentOf(pieces: AsyncIterable<string>): Promise<string> {
  let document = '';
  for await (const piece of pieces) document += piece;
  return document;
}

it('a call with several fields changes all of them or none', async () => {
  const [ada, ben] = [await staff('ada'), await staff('ben')];
  const { id } = await opens('several@example.com');
  const changed = await updateConversation(context, ada, id, {
    assignedRepresentativeId: ben.user.id,
    status: 'closed',
  });
  expect(changed).toMatchObject({ status: 'closed', representative: 'ben' });
  const activities = await readActivities(context, overseer, id, { limit: 10 });
  expect(activities).toMatchObject([{ kind: 'closed', after: { status: 'closed', representative: 'ben' } }]);
  const closedAgain = updateConversation(context, ada, id, { assignedRepresentativeId: null, status: 'closed' });
  await expect(closedAgain).rejects.toMatchObject({ code: 'conversation_closed' });
  expect(await readActivities(context, overseer, id, { limit: 10 })).toHaveLength(1);
});

it('staff actions and notes never reach the customer’s side', async () => {
  const canary = `canary-${randomUUID()}`;
  const zoe = await staff(canary);
  const { visitor, id } = await opens('canary@example.com');
  const heard: string[] = [];
  await context.publisher.subscribe(liveChannels.conversation(id), (packed) => {
    const broadcast = unpackBroadcast(packed);
    if (broadcast && broadcast.audience !== 'staff') heard.push(broadcast.text);
  });
  await updateConversation(context, zoe, id, { isAiAssisted: true });
  await handOff(context, id, { summary: onlyReason(canary), cause: { by: 'assistant' } });
  await updateConversation(context, zoe, id, { isAiAssisted: true });
  await updateConversation(context, zoe, id, { status: 'waiting' });
  const { activity: note } = await addNote(context, zoe, id, { content: `First ${canary}` });
  await editNote(context, zoe, id, note.activityNo, { content: `Then ${canary}` });
  const { activity: removed } = await addNote(context, zoe, id, { content: `Away with ${canary}` });
  await removeNote(context, zoe, id, removed.activityNo);
  const draft = { id: randomUUID(), content: `Perhaps ${canary}`, revision: 0 };
  await saveDraft(context, zoe, id, 'reply', draft);
  await saveDraft(context, zoe, id, 'note', draft);
  const later = { content: `Later ${canary}`, sendAt: new Date(Date.now() + 3600_000).toISOString() };
  const { scheduled } = await scheduleMessage(context, zoe, id, { ...later, clientMessageId: randomUUID() });
  await changeScheduled(context, zoe, scheduled.id, { content: `Even later ${canary}`, revision: 1 });
  await setFollowing(context, zoe, id, true);
  await markReadByCaller(context, zoe, id);
  await markUnreadByCaller(context, zoe, id);
  const { tag } = await addTag(context, zoe, { name: canary.slice(0, 40) });
  await updateConversation(context, zoe, id, { addTags: [tag.id], priority: 'urgent' });
  await updateConversation(context, zoe, id, { snoozedUntil: new Date(Date.now() + 3600_000).toISOString() });
  await updateConversation(context, zoe, id, { status: 'closed' });
  await postMessage(context, visitor, 'newest', { content: 'Are you there?', clientMessageId: randomUUID() });
  await expect.poll(() => heard.some((text) => text.includes('Are you there?'))).toBe(true);
  const frames = heard.map((text) => JSON.parse(text) as ServerFrame);
  expect(frames.map(({ type }) => type)).not.toContain('activity');
  expect(heard.join('\n')).not.toContain(canary);
  // Nor does the customer's side learn that there is such a thing, or when something of it was changed.
  expect(heard.join('\n')).not.toMatch(/canary-|urgent|snooze|priority|tag/i);
  const published = frames.flatMap((frame) => (frame.type === 'conversation_state' ? [frame.conversation.status] : []));
  expect(published).toHaveLength(5);

  const [joined] = await joinConversations(context, [{ caller: visitor, conversationId: id, afterSeq: 0 }]);
  expect(joined).not.toHaveProperty('lastActivityNo');
  expect(JSON.stringify(joined)).not.toContain(canary);
  const [theirs] = await joinConversations(context, [{ caller: zoe, conversationId: id, afterSeq: 0 }]);
  expect(theirs).toMatchObject({ lastActivityNo: 12 });

  expect(await documentOf(conversationsDocument(context, overseer))).toContain('"kind" : "returned_to_assistant"');
  const own = await documentOf(visitorDocument(withExternalServices(context), zoe, 'canary@example.com'));
  expect(JSON.parse(own).conversations[0].activities.map(({ kind }: { kind: string }) => kind)).toEqual([
    'returned_to_assistant',
    'handed_off',
    'returned_to_assistant',
    'handed_off',
    'noted',
    'note_edited',
    'noted',
    'note_removed',
    'prioritised',
    'snoozed',
    'closed',
    'reopened',
  ]);
  expect(JSON.parse(own).conversations[0]).not.toHaveProperty('tagIds');
  expect(own.replace(/"handOffReason":"[^"]*"/, '')).not.toContain(canary);
});

it('only one activity is recorded when two users take a conversation over at once', async () => {
  const rivals = [await staff('una'), await staff('vera')];
  const { id } = await opens('rivals@example.com');
  const outcomes = await Promise.allSettled(rivals.map((each) => takeOver(context, each, id, each.user.id)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await readActivities(context, overseer, id, { limit: 10 })).toHaveLength(1);
});

it('a representative joins no conversation outside their scope, and none without the right to read', async () => {
  const [owner, other] = [await staff('owner'), await staff('other')];
  const { id } = await opens('joined@example.com');
  await updateConversation(context, owner, id, { assignedRepresentativeId: owner.user.id });
  const none = { builtIn: null, roleName: 'Part', teamIds: [], websiteIds: [], teammateIds: [] };
  const scoped = (permissions: Permission[], scope: 'mine' | 'everything') => ({
    ...other,
    rights: { ...none, roleId: builtInRoleIds.light, permissions, scope },
  });
  const outcome = async (caller: StaffCaller) => {
    const [joined] = await joinConversations(context, [{ caller, conversationId: id, afterSeq: 0 }]);
    return joined instanceof Problem ? joined.code : 'joined';
  };
  expect(await outcome(scoped(['conversations.read'], 'everything'))).toBe('joined');
  expect(await outcome(scoped(['conversations.read'], 'mine'))).toBe('not_found');
  expect(await outcome(scoped([], 'everything'))).toBe('not_found');
  await updateConversation(context, owner, id, { assignedRepresentativeId: other.user.id });
  expect(await outcome(scoped(['conversations.read'], 'mine'))).toBe('joined');
});
