import { describe, expect, test } from 'vitest';
import { activitiesAfter } from '../src/activities/read.ts';
import { findConversation } from '../src/conversations/read.ts';
import { saveDraft, listDrafts, removeDraft } from '../src/drafts/drafts.ts';
import { followedConversations, followersOf, setFollowing } from '../src/followers/followers.ts';
import { changeNote, insertNote } from '../src/notes/write.ts';
import { uuidv7 } from '../src/uuid.ts';
import {
  aConversation,
  aDatabase,
  adaAndBen,
  close,
  does,
  fromCustomer,
  fromRepresentative,
  stored,
  takeOver,
} from './support/rows.ts';

const db = await aDatabase();
const [ada, ben] = await adaAndBen(db);
const activities = (id: string) => activitiesAfter(db, id, 0, 100);

describe('the first reply of a person', () => {
  test.each([
    ['an assistant’s', { status: 'active', isAiAssisted: true }, { isAiAssisted: true }],
    ['a waiting', { status: 'waiting', isAiAssisted: false }, {}],
  ] as const)('takes %s conversation over, by an activity before it that names it', async (_, state, before) => {
    const id = await aConversation(db, state);
    await fromCustomer(db, id);
    const { takingOver, conversation } = stored(await fromRepresentative(db, id, ada));
    expect(conversation).toMatchObject({ assignedRepresentativeId: ada, isAiAssisted: false, status: 'active' });
    expect(takingOver?.event.event).toMatchObject({
      type: 'conversation.changed',
      change: 'taken_over',
      activityNo: 1,
    });
    const [activity, ...others] = await activities(id);
    expect(activity).toEqual(takingOver?.activity);
    expect(activity).toMatchObject({
      activityNo: 1,
      afterSeq: 1,
      kind: 'taken_over',
      cause: { by: 'representative', userId: ada, messageSeq: 2 },
      before: { assignedRepresentativeId: null, representative: null, ...before },
      after: { assignedRepresentativeId: ada, representative: 'Ada Byron' },
    });
    expect(Object.keys(activity?.before ?? {})).not.toContain('status');
    expect(others).toEqual([]);
  });

  test('it leaves a colleague’s conversation theirs, and one’s own as it is', async () => {
    const id = await aConversation(db);
    await takeOver(db, id, ben);
    expect(stored(await fromRepresentative(db, id, ada)).takingOver).toBeUndefined();
    expect(stored(await fromRepresentative(db, id, ben)).takingOver).toBeUndefined();
    expect(await findConversation(db, id)).toMatchObject({ assignedRepresentativeId: ben });
    expect(await activities(id)).toHaveLength(1);
  });

  test('it has one winner among many at once, and is counted without a gap', async () => {
    const id = await aConversation(db);
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) => fromRepresentative(db, id, index % 2 ? ada : ben)),
    );
    const winners = sent.map(stored).filter(({ takingOver }) => takingOver);
    expect(winners).toHaveLength(1);
    const by = winners[0]?.message.senderId;
    expect(await findConversation(db, id)).toMatchObject({ assignedRepresentativeId: by, lastSeq: 20 });
    expect((await activities(id)).map(({ activityNo }) => activityNo)).toEqual([1]);
  });

  test('sent again takes over once, and not what was given away since', async () => {
    const id = await aConversation(db);
    const clientMessageId = uuidv7();
    await fromRepresentative(db, id, ada, { clientMessageId });
    await does(db, id, { type: 'assign', representativeId: null });
    expect((await fromRepresentative(db, id, ada, { clientMessageId })).outcome).toBe('duplicate');
    expect(await findConversation(db, id)).toMatchObject({ assignedRepresentativeId: null });
  });

  test('it takes nothing over when it is refused', async () => {
    const id = await aConversation(db);
    await close(db, id);
    expect((await fromRepresentative(db, id, ada)).outcome).toBe('refused');
    expect(await findConversation(db, id)).toMatchObject({ assignedRepresentativeId: null, isAiAssisted: true });
  });
});

describe('a draft', () => {
  const reply = (conversationId: string, userId = ada) => ({ conversationId, userId, kind: 'reply' }) as const;
  const draftsOf = async (id: string, userId = ada) =>
    (await listDrafts(db, userId, { conversationId: id, limit: 10 })).map(({ content }) => content);

  test('it is kept per person, conversation and kind, and is nobody else’s', async () => {
    const id = await aConversation(db);
    const saved = await saveDraft(db, reply(id), { id: uuidv7(), content: 'Dear', revision: 0 });
    await saveDraft(db, { ...reply(id), kind: 'note' }, { id: uuidv7(), content: 'Ask', revision: 0 });
    expect(await saveDraft(db, reply(id), { ...saved!, content: 'Dear Jane' })).toMatchObject({ revision: 2 });
    expect((await draftsOf(id)).toSorted()).toEqual(['Ask', 'Dear Jane']);
    expect(await draftsOf(id, ben)).toEqual([]);
  });

  test('saved on two devices at once is stored once; the other is told', async () => {
    const id = await aConversation(db);
    const first = (await saveDraft(db, reply(id), { id: uuidv7(), content: 'one', revision: 0 }))!;
    const saves = await Promise.all(
      ['here', 'there', 'elsewhere'].map((content) => saveDraft(db, reply(id), { ...first, content })),
    );
    expect(saves.filter((saved) => saved !== undefined)).toHaveLength(1);
    expect(await removeDraft(db, reply(id), first.revision)).toBe('moved');
    expect(await removeDraft(db, reply(id), 2)).toBe('removed');
    expect(await removeDraft(db, reply(id), 2)).toBe('gone');
  });

  test('it is gone with the message it became, and is not brought back by a save that comes late', async () => {
    const id = await aConversation(db);
    const draft = { id: uuidv7(), content: 'Certainly', revision: 0 };
    await saveDraft(db, reply(id), draft);
    const sent = stored(await fromRepresentative(db, id, ada, { clientMessageId: draft.id }));
    expect(sent.wasDraft).toBe(true);
    expect(await draftsOf(id)).toEqual([]);
    expect(await saveDraft(db, reply(id), { ...draft, revision: 1 })).toBeUndefined();
    expect(await draftsOf(id)).toEqual([]);
  });

  test('it outlives another message, a colleague’s, a note, taking over, closing and reopening', async () => {
    const id = await aConversation(db);
    await saveDraft(db, reply(id), { id: uuidv7(), content: 'Not yet', revision: 0 });
    await fromRepresentative(db, id, ada, { clientMessageId: uuidv7() });
    await fromRepresentative(db, id, ben, { clientMessageId: uuidv7() });
    await insertNote(db, note(id, ada), uuidv7());
    await does(db, id, { type: 'assign', representativeId: ben });
    await close(db, id);
    await does(db, id, { type: 'reopen' });
    await fromCustomer(db, id);
    expect(await draftsOf(id)).toEqual(['Not yet']);
  });

  test('a draft of a note is deleted with the note', async () => {
    const id = await aConversation(db);
    const draft = { id: uuidv7(), content: 'Ask', revision: 0 };
    await saveDraft(db, { ...reply(id), kind: 'note' }, draft);
    expect(await insertNote(db, note(id, ada), draft.id)).toMatchObject({ outcome: 'done', wasDraft: true });
    expect(await draftsOf(id)).toEqual([]);
    expect(await saveDraft(db, { ...reply(id), kind: 'note' }, draft)).toBeUndefined();
  });
});

const note = (conversationId: string, authorId: string, mentions: string[] = []) => ({
  conversationId,
  authorId,
  body: 'Ask the warehouse',
  mentions,
  mentionsOnline: false,
});

describe('following', () => {
  const names = async (id: string) => (await followersOf(db, id)).map(({ name }) => name);

  test('it begins with a note, a mention, or by choice', async () => {
    const id = await aConversation(db);
    await insertNote(db, note(id, ada, [ben]), null);
    expect(await names(id)).toEqual(['Ada Byron', 'Ben Cole']);
    expect(await followedConversations(db, ben, 10)).toContain(id);
    const other = await aConversation(db);
    expect(await setFollowing(db, other, ben, true)).toBe(true);
    expect(await setFollowing(db, other, ben, true)).toBe(false);
    expect(await names(other)).toEqual(['Ben Cole']);
    expect(await setFollowing(db, uuidv7(), ben, true)).toBe(false);
  });

  test('it ends for good: neither a note nor a mention begins it again', async () => {
    const id = await aConversation(db);
    const written = await insertNote(db, note(id, ada), null);
    await setFollowing(db, id, ada, false);
    await setFollowing(db, id, ben, false);
    await insertNote(db, note(id, ada), null);
    if (written.outcome === 'done') await changeNote(db, written.activityNo, note(id, ada, [ben]));
    expect(await names(id)).toEqual([]);
  });
});
