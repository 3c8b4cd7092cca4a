import { englishOf } from '@parley/contracts/i18n/server-texts';
import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import { deleteConversation } from '@parley/db/conversations/delete';
import { findConversation } from '@parley/db/conversations/read';
import { listAuditLog } from '@parley/db/audit/audit-log';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertTag } from '@parley/db/tags/tags';
import { insertUser, updateAccess } from '@parley/db/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { lackedRight } from '../src/messages/macro-actions.ts';
import { addReply, listReplies, removeReply, updateReplyOf } from '../src/canned-replies/replies.ts';
import { runMacro, sendMessage } from '../src/messages/send.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { readMessages } from '../src/conversations/read.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { createTestContext, type TestContext, overseer } from '../src/testing.ts';
import { builtInRights } from '../src/permissions/rights.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
let websiteId: string;
let admin: StaffCaller;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  admin = await colleague('Ann Admin', 'admin');
  ada = await colleague('Ada Byron');
  ben = await colleague('Ben Cole');
});
afterAll(() => context.close());

async function colleague(name: string, role: 'admin' | 'representative' = 'representative'): Promise<StaffCaller> {
  const username = `${name.toLowerCase().replace(' ', '.')}.${randomUUID().slice(0, 4)}`;
  const account = { name, email: `${username}@example.com`, username, passwordHash: 'x', role };
  return { kind: 'staff', user: await insertUser(context.db, account), sessionId: 'none' };
}

/** Makes a team of one. */
async function teamOf({ user }: StaffCaller): Promise<string> {
  const team = await context.db
    .insertInto('teams')
    .values({ name: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.db.insertInto('teamMembers').values({ teamId: team.id, userId: user.id }).execute();
  return team.id;
}

async function opens(): Promise<string> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor = { kind: 'visitor', visitorId, websiteId } as const;
  const { message } = await postMessage(context, visitor, 'newest', {
    content: 'Hello',
    clientMessageId: randomUUID(),
  });
  return message.conversationId;
}

const activities = (id: string) => readActivities(context, overseer, id, { limit: 100 });
const contents = async (id: string) =>
  (await readMessages(context, overseer, id, { limit: 50 })).map(({ content }) => content);
const draft = (over: object = {}) => ({
  isShared: false,
  name: 'Refund',
  shortcut: `refund-${randomUUID().slice(0, 8)}`,
  text: 'Hi {{customer.firstName | "there"}}',
  ...over,
});

describe('a canned reply', () => {
  it('a personal canned reply is seen and changed by its owner alone, not even by an admin', async () => {
    const reply = await addReply(context, ada, draft());
    const seenBy = async (caller: StaffCaller) => (await listReplies(context, caller)).map(({ id }) => id);
    expect(await seenBy(ada)).toContain(reply.id);
    expect(await seenBy(ben)).not.toContain(reply.id);
    expect(await seenBy(admin)).not.toContain(reply.id);
    for (const caller of [ben, admin]) {
      await expect(updateReplyOf(context, caller, reply.id, { name: 'Mine' })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(removeReply(context, caller, reply.id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('a team’s canned reply is offered to its members alone, and changed by who may change shared ones', async () => {
    const teamId = await teamOf(ben);
    const reply = await addReply(context, admin, draft({ isShared: true, teamId }));
    expect(reply).toMatchObject({ ownerId: null, teamId });
    const seenBy = async (caller: StaffCaller) => (await listReplies(context, caller)).map(({ id }) => id);
    expect(await seenBy(ben)).toContain(reply.id);
    expect(await seenBy(ada)).not.toContain(reply.id);
    expect(await seenBy(admin)).toContain(reply.id);
    await expect(updateReplyOf(context, ben, reply.id, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' });
    // All others may use this shortcut.
    await addReply(context, admin, draft({ isShared: true, shortcut: reply.shortcut }));
    expect(await updateReplyOf(context, admin, reply.id, { isShared: false })).toMatchObject({ teamId: null });
    await expect(addReply(context, admin, draft({ isShared: true, teamId: randomUUID() }))).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ path: 'teamId' }],
    });
    expect(await addReply(context, ben, draft({ teamId }))).toMatchObject({ ownerId: ben.user.id, teamId: null });
  });

  it('a shared canned reply is changed by admins, and by representatives only where they may', async () => {
    const shared = await addReply(context, admin, draft({ isShared: true }));
    expect((await listReplies(context, ben)).map(({ id }) => id)).toContain(shared.id);
    const attempts = [
      () => addReply(context, ben, draft({ isShared: true })),
      () => updateReplyOf(context, ben, shared.id, { name: 'Mine' }),
      () => updateReplyOf(context, ben, shared.id, { isShared: false }),
      () => removeReply(context, ben, shared.id),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    const own = await addReply(context, ben, draft());
    await expect(updateReplyOf(context, ben, own.id, { isShared: true })).rejects.toMatchObject({ code: 'forbidden' });
    await mergeSettings(context.db, 'representativesMay', { sharedReplies: true });
    context.settings.forget();
    expect(await updateReplyOf(context, ben, own.id, { isShared: true })).toMatchObject({ ownerId: null });
    await removeReply(context, ben, own.id);
    await mergeSettings(context.db, 'representativesMay', { sharedReplies: false });
    context.settings.forget();
    const audited = (await listAuditLog(context.db, { limit: 10 })).map(({ action, subject }) => [action, subject]);
    expect(audited).toContainEqual(['canned_reply.added', `canned_reply ${shared.id}`]);
    expect(audited).toContainEqual(['canned_reply.deleted', `canned_reply ${own.id}`]);
  });

  it('has a shortcut of its own among those of its owner, whatever its case', async () => {
    const { shortcut } = await addReply(context, ada, draft());
    await expect(addReply(context, ada, draft({ shortcut: shortcut.toUpperCase() }))).rejects.toMatchObject({
      code: 'conflict',
      errors: [{ path: 'shortcut' }],
    });
    await expect(addReply(context, ben, draft({ shortcut }))).resolves.toMatchObject({ shortcut });
    const shared = await addReply(context, admin, draft({ shortcut, isShared: true }));
    await expect(addReply(context, admin, draft({ shortcut, isShared: true }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(shared.ownerId).toBeNull();
  });

  it.each([
    ['an unknown variable', { text: 'Hi {{customer.nmae}}' }, 'text', 'There is no variable “customer.nmae”.'],
    ['an unknown variable in a variant', { variants: [{ language: 'de', text: '{{x}}' }] }, 'variants.0.text', '“x”'],
    ['an unknown variable in a note', { actions: [{ type: 'note', text: '{{x}}' }] }, 'actions.0.text', '“x”'],
    ['nothing to say or do', { text: ' ' }, 'text', 'A reply needs a text or an action.'],
    [
      'two texts for one language',
      {
        variants: [
          { language: 'de', text: 'a' },
          { language: 'DE', text: 'b' },
        ],
      },
      'variants.1.language',
      'There are two texts',
    ],
    ['a website that is none', { websiteIds: [randomUUID()] }, 'websiteIds', 'There is no such website.'],
    ['an unknown tag', { actions: [{ type: 'tag', add: [randomUUID()] }] }, 'actions.0.add', 'no such tag'],
    ['an unknown user', { actions: [{ type: 'assign', to: randomUUID() }] }, 'actions.0.to', 'no such representative'],
  ])('a canned reply with %s is refused by field and not stored', async (_, over, path, words) => {
    const request = draft(over);
    await expect(addReply(context, ada, request)).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ path, message: expect.stringContaining(words) as string }],
    });
    expect((await listReplies(context, ada)).map(({ shortcut }) => shortcut)).not.toContain(request.shortcut);
  });

  it('a canned reply that two people change at once keeps the first change, and the second is told', async () => {
    const reply = await addReply(context, admin, draft({ isShared: true }));
    const changed = await updateReplyOf(context, admin, reply.id, {
      text: 'First',
      expected: { text: reply.text },
    });
    await expect(
      updateReplyOf(context, admin, reply.id, { text: 'Second', expected: { text: reply.text } }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Ann Admin') as string });
    expect(changed.text).toBe('First');
    const at = { expected: { text: changed.text } };
    const both = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => updateReplyOf(context, admin, reply.id, { text, ...at })),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a changed canned reply is announced to every dashboard with its owner, and without its text', async () => {
    const heard: string[] = [];
    await context.publisher.subscribe(liveChannels.inbox, (packed) => heard.push(packed));
    await addReply(context, ada, draft({ text: 'A canary of mine' }));
    await addReply(context, admin, draft({ isShared: true }));
    await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 10_000 });
    const frames = heard.map((packed) => JSON.parse(unpackBroadcast(packed)?.text ?? '') as ServerFrame);
    expect(frames).toEqual([
      { type: 'canned_replies_updated', ownerId: ada.user.id },
      { type: 'canned_replies_updated', ownerId: null },
    ]);
    expect(heard.join()).not.toContain('canary');
  });
});

describe('a macro', () => {
  const everything = (text = 'Asked the warehouse') => [
    { type: 'assign' as const, to: 'me' as const },
    { type: 'close' as const },
    { type: 'note' as const, text },
  ];

  it('is done with its message: assigned, noted and closed, each told once and in order', async () => {
    const id = await opens();
    const reply = await addReply(context, ada, draft());
    const macro = { cannedReplyIds: [reply.id], actions: everything() };
    const sent = { conversationId: id, content: 'Done!', clientMessageId: randomUUID(), macro };
    const { message, duplicate } = await sendMessage(context, ada, sent);
    expect([message.seq, duplicate]).toEqual([2, false]);
    expect(await findConversation(context.db, id)).toMatchObject({
      status: 'closed',
      assignedRepresentativeId: ada.user.id,
    });
    const done = await activities(id);
    expect(done.map(({ activityNo }) => activityNo)).toEqual(done.map((_, index) => index + 1));
    expect(done.filter(({ kind }) => kind === 'noted').map(({ body }) => body)).toEqual(['Asked the warehouse']);
    expect(done.at(-1)).toMatchObject({ kind: 'closed', afterSeq: 2, actorName: 'Ada Byron' });
    expect((await listReplies(context, ada)).find((each) => each.id === reply.id)).toMatchObject({
      uses: 1,
      ownUses: 1,
    });
  });

  it('tags, prioritises and snoozes with its message, or does nothing when a tag is gone', async () => {
    const id = await opens();
    const added = await insertTag(context.db, { name: 'Refund', colour: 'red', createdBy: ada.user.id, max: 100 });
    const tagId = added.outcome === 'full' ? '' : added.tag.id;
    const actions = [
      { type: 'tag' as const, add: [tagId] },
      { type: 'priority' as const, priority: 'high' as const },
      { type: 'snooze' as const, hours: 24 },
    ];
    await sendMessage(context, ada, { conversationId: id, content: 'We look into it', macro: { actions } });
    const done = await findConversation(context.db, id);
    expect(done).toMatchObject({ tagIds: [tagId], priority: 'high', status: 'active', wakesOnReply: true });
    expect(Date.parse(done?.snoozedUntil ?? '') - Date.now()).toBeGreaterThan(23 * 3600 * 1000);

    const other = await opens();
    const gone = {
      actions: [
        { type: 'tag' as const, add: [randomUUID()] },
        { type: 'priority' as const, priority: 'low' as const },
      ],
    };
    await expect(
      sendMessage(context, ada, { conversationId: other, content: 'Hi', macro: gone }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await contents(other)).toEqual(['Hello']);
    expect(await findConversation(context.db, other)).toMatchObject({ tagIds: [], priority: 'normal' });
  });

  it('a macro that closes and snoozes is refused as a contradiction, when it is written and when it is run', async () => {
    const id = await opens();
    const actions = [{ type: 'close' as const }, { type: 'snooze' as const, hours: 1 }];
    const refused = { code: 'invalid', errors: [{ path: 'actions.1' }] };
    await expect(addReply(context, ada, draft({ actions }))).rejects.toMatchObject(refused);
    await expect(runMacro(context, ada, id, { clientMacroId: randomUUID(), actions })).rejects.toMatchObject(refused);
  });

  it('a macro without a message leaves a closed conversation closed, and does the rest', async () => {
    const id = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    const actions = [{ type: 'close' as const }, { type: 'priority' as const, priority: 'low' as const }];
    await runMacro(context, ada, id, { clientMacroId: randomUUID(), actions });
    expect((await activities(id)).map(({ kind }) => kind)).toEqual(['closed', 'prioritised']);
  });

  it('sent again and again, and by both doors at once, is done once', async () => {
    const id = await opens();
    const reply = await addReply(context, ada, draft());
    const macro = { cannedReplyIds: [reply.id], actions: everything() };
    const sent = { conversationId: id, content: 'Done!', clientMessageId: randomUUID(), macro };
    const all = await Promise.all(Array.from({ length: 6 }, () => sendMessage(context, ada, sent)));
    all.push(await sendMessage(context, ada, sent));
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await contents(id)).toEqual(['Hello', 'Done!']);
    const kinds = (await activities(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'closed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'noted')).toHaveLength(1);
    expect((await listReplies(context, ada)).find((each) => each.id === reply.id)?.uses).toBe(1);
  });

  it('a macro that cannot be done completely leaves nothing: no message, no activity, no note, no use', async () => {
    const id = await opens();
    const reply = await addReply(context, ada, draft());
    const gone = await colleague('Gus Gone');
    await updateAccess(context.db, gone.user.id, { isActive: false });
    const send = (actions: Parameters<typeof runMacro>[3]['actions'], content = 'Done!') =>
      sendMessage(context, ada, { conversationId: id, content, macro: { cannedReplyIds: [reply.id], actions } });
    const present = await findConversation(context.db, id);
    await expect(
      send([
        { type: 'note', text: 'A' },
        { type: 'assign', to: gone.user.id },
      ]),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: 'Assign: There is no such representative.',
      errors: [{ path: 'actions.1' }],
    });
    await expect(send([{ type: 'note', text: 'Order {{?number}}' }, { type: 'close' }])).rejects.toMatchObject({
      code: 'blank_left',
      errors: [{ path: 'actions.0' }],
    });
    await expect(send([{ type: 'close' }], 'Your order {{?order number}} is lost.')).rejects.toMatchObject({
      code: 'blank_left',
      message: 'Fill in “order number” first.',
    });
    // The last statement of the transaction breaks: what was done before it is undone.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      context.db,
    );
    await sql`create trigger refuse before insert on canned_reply_uses execute function refuse()`.execute(context.db);
    await expect(send(everything())).rejects.toThrow('no');
    await sql`drop trigger refuse on canned_reply_uses`.execute(context.db);
    expect(await findConversation(context.db, id)).toEqual(present);
    expect(await contents(id)).toEqual(['Hello']);
    expect(await activities(id)).toEqual([]);
    expect((await listReplies(context, ada)).find((each) => each.id === reply.id)?.uses).toBe(0);
  });

  it('a macro with a message that is held because a colleague answered does nothing either', async () => {
    const id = await opens();
    const macro = { actions: everything() };
    const both = await Promise.allSettled(
      [ada, ben].map((caller) =>
        sendMessage(context, caller, { conversationId: id, content: 'Hi', basedOnSeq: 1, macro }),
      ),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const kinds = (await activities(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'noted')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'closed')).toHaveLength(1);
  });

  it('reopens a closed conversation before it writes', async () => {
    const id = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    const actions = [{ type: 'close' as const }, { type: 'reopen' as const }];
    await sendMessage(context, ada, { conversationId: id, content: 'One more thing', macro: { actions } });
    expect((await activities(id)).map(({ kind, afterSeq }) => [kind, afterSeq])).toEqual(
      expect.arrayContaining([
        ['reopened', 1],
        ['closed', 2],
      ]),
    );
    expect(await findConversation(context.db, id)).toMatchObject({ status: 'closed', lastSeq: 2 });
  });

  it('a macro without a message runs once under its ID, which is deleted with the conversation', async () => {
    const id = await opens();
    const run = {
      clientMacroId: randomUUID(),
      actions: [
        { type: 'note' as const, text: 'Once' },
        { type: 'assign' as const, to: 'me' as const },
      ],
    };
    const all = await Promise.all(Array.from({ length: 4 }, () => runMacro(context, ada, id, run)));
    expect(all.every(({ assignedRepresentativeId }) => assignedRepresentativeId === ada.user.id)).toBe(true);
    expect((await activities(id)).map(({ kind }) => kind)).toEqual(['noted', 'assigned']);
    await deleteConversation(context.db, id);
    expect(await context.db.selectFrom('macroRuns').selectAll().where('conversationId', '=', id).execute()).toEqual([]);
  });

  it('a macro for a conversation with an unexpected assignee is refused with their name, and does nothing', async () => {
    const id = await opens();
    await updateConversation(context, ben, id, { assignedRepresentativeId: ben.user.id });
    const run = { actions: everything(), expectedRepresentativeId: null };
    await expect(runMacro(context, ada, id, { clientMacroId: randomUUID(), ...run })).rejects.toMatchObject({
      code: 'already_taken',
      message: expect.stringContaining('Ben Cole') as string,
    });
    await expect(sendMessage(context, ada, { conversationId: id, content: 'Hi', macro: run })).rejects.toMatchObject({
      code: 'already_taken',
    });
    expect((await activities(id)).map(({ kind }) => kind)).toEqual(['assigned']);
    expect(await contents(id)).toEqual(['Hello']);
  });

  it('is refused in a closed conversation that it does not reopen, and in one that is not there', async () => {
    const id = await opens();
    await updateConversation(context, ada, id, { status: 'closed' });
    const run = { clientMacroId: randomUUID(), actions: [{ type: 'assign' as const, to: 'me' as const }] };
    await expect(runMacro(context, ada, id, run)).rejects.toMatchObject({ code: 'conversation_closed' });
    await expect(runMacro(context, ada, randomUUID(), run)).rejects.toMatchObject({ code: 'not_found' });
    // It had not been done: under the same id it may be, once it can.
    await updateConversation(context, ada, id, { status: 'active' });
    expect(await runMacro(context, ada, id, run)).toMatchObject({ assignedRepresentativeId: ada.user.id });
  });

  it('counts uses of replies that its sender can see, and of no others', async () => {
    const id = await opens();
    const theirs = await addReply(context, ben, draft());
    await sendMessage(context, ada, {
      conversationId: id,
      content: 'Hi',
      macro: { cannedReplyIds: [theirs.id, randomUUID()] },
    });
    expect((await listReplies(context, ben)).find((each) => each.id === theirs.id)?.uses).toBe(0);
  });
});

it('a macro that may not run shows which action is refused and why, and does nothing', async () => {
  const permissions = ['conversations.read', 'conversations.reply', 'conversations.note'] as const;
  const writer: StaffCaller = { ...ben, rights: { ...builtInRights(ben.user), permissions: [...permissions] } };
  const id = await opens();
  const actions = [
    { type: 'note' as const, text: 'Looked at it' },
    { type: 'assign' as const, to: 'me' as const },
  ];
  const refused = {
    code: 'forbidden',
    message: 'Assign: Your role doesn’t allow this.',
    errors: [{ path: 'actions.1' }],
  };
  await expect(
    sendMessage(context, writer, { conversationId: id, content: 'Hi', macro: { actions } }),
  ).rejects.toMatchObject(refused);
  await expect(runMacro(context, writer, id, { clientMacroId: randomUUID(), actions })).rejects.toMatchObject(refused);
  expect(await contents(id)).toEqual(['Hello']);
  expect(await activities(id)).toEqual([]);
});

it('an action needs the right of the route that does the same by hand', async () => {
  expect(await lackedRight(context, ada, 'signed_in')).toBeUndefined();
  expect(englishOf((await lackedRight(context, ada, 'tags.manage'))!)).toContain('Your role');
  expect(englishOf((await lackedRight(context, ada, 'access.manage'))!)).toContain('admin');
  expect(await lackedRight(context, admin, 'access.manage')).toBeUndefined();
  expect(englishOf((await lackedRight(context, ada, 'websites.manage'))!)).toContain('websites');
  await mergeSettings(context.db, 'representativesMay', { websites: true });
  context.settings.forget();
  expect(await lackedRight(context, ada, 'websites.manage')).toBeUndefined();
});
